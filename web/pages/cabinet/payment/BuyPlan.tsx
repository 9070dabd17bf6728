import type { ReactNode } from 'react';
import styles from './BuyPlan.module.css';
import { writeAmount } from '../../../../engine/shop/money.ts';
import type { PlanOrder, PlanId } from '../payments.ts';
import { errorText } from '../../../errors.ts';
import type { Plan } from '../../../site.ts';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/Button.tsx';
import { FormError } from '../../../ui/FormError.tsx';
import { Icon } from '../../../ui/Icon.tsx';

interface Props {
  readonly plan: Plan;
  readonly buying: Buying;
}

/** What will be paid, and no other price; the button that leads to Stripe's page, and what that page is. */
export function BuyPlan({ plan, buying: { busy, buy, problem, plan: asked } }: Props) {
  const { t, i18n } = useTranslation('cabinet');
  const locale = i18n.language;
  const { t: planWords } = useTranslation('plan');
  const { id, amount, currency } = plan;
  const price = writeAmount(plan, locale);
  const own = asked === plan.id ? problem : null;
  return (
    <>
      <Refusal problem={own} />
      <div className={styles.way}>
        <p className={styles.due}>{planWords(`plans.${id}.summary`, { price })}</p>
        <Button wide busy={busy} onClick={() => buy({ plan: id, amount, currency })}>
          {t('payment.go', { price: planWords(`plans.${id}.price`, { price }) })}
        </Button>
        <CardBrands />
      </div>
      <SecureNote>{t('payment.secure')}</SecureNote>
    </>
  );
}

/** Why the payment did not begin: on the page, and as everywhere in a toast. */
function Refusal({ problem }: { readonly problem: unknown }) {
  const { t } = useTranslation('site');
  return <FormError>{problem !== null && errorText(problem, t)}</FormError>;
}

/** What is under way towards Stripe's page. */
export interface Buying {
  /** What was chosen last; null before. */
  readonly plan: PlanId | null;
  readonly busy: boolean;
  /** Why the payment could not begin; null where nothing failed. */
  readonly problem: unknown;
  /** Whether the visitor is back from Stripe's page without having paid, and can go on there. */
  readonly cameBack: boolean;
  readonly buy: (choice: PlanOrder) => void;
}

/** For who left Stripe's page without paying. It stands on the page before it has words, so that they are read out. */
export function CameBack({ cameBack }: { readonly cameBack: boolean }) {
  const { t } = useTranslation('cabinet');
  return (
    <output className={styles.place}>
      {cameBack && <span className={styles.words}>{t('payment.came_back')}</span>}
    </output>
  );
}

const cardBrands = ['Visa', 'Mastercard', 'American Express'];

/** The cards that are taken: for the eye their names as marks, for a screen reader a sentence. */
function CardBrands() {
  const { t } = useTranslation('cabinet');
  return (
    <p className={styles.cards}>
      <span className="unseen">{t('payment.cards')}</span>
      {cardBrands.map((brand) => (
        <span key={brand} className={styles.card} aria-hidden="true">
          {brand}
        </span>
      ))}
    </p>
  );
}

const lock =
  'M6.2 10.8h11.6a1.4 1.4 0 0 1 1.4 1.4v6.2a1.4 1.4 0 0 1-1.4 1.4H6.2a1.4 1.4 0 0 1-1.4-1.4v-6.2a1.4 1.4 0 0 1 1.4-1.4Zm2-.2V7.9a3.8 3.8 0 0 1 7.6 0v2.7';

/** What to know of Stripe's page, beside a closed lock. */
export function SecureNote({ children }: { readonly children: ReactNode }) {
  return <PaymentNote icon={<Icon path={lock} size={20} />}>{children}</PaymentNote>;
}

interface PaymentNoteProps {
  readonly icon: ReactNode;
  readonly children: ReactNode;
}

/** Something to know of the payment, beside a picture of it. */
export function PaymentNote({ icon, children }: PaymentNoteProps) {
  return (
    <p className={styles.note}>
      <span className={styles.icon}>{icon}</span>
      <span>{children}</span>
    </p>
  );
}
