import type { ReactNode } from 'react';
import styles from './BuyPlan.module.css';
import { writeAmount } from '../../../../engine/shop/money.ts';
import type { PlanOrder, PlanId } from '../payments.ts';
import { errorText } from '../../../errors.ts';
import type { Plan } from '../../../site.ts';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/Button.tsx';
import { FormError } from '../../../ui/FormError.tsx';

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
        <SecureNote>
          {t('payment.secure')} {t('payment.cards')}
        </SecureNote>
      </div>
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

/** What to know of Stripe's page, beside a closed lock. */
export function SecureNote({ children }: { readonly children: ReactNode }) {
  return (
    <p className={styles.secure}>
      <svg
        width="20"
        height="20"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.9"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d="M6.2 10.8h11.6a1.4 1.4 0 0 1 1.4 1.4v6.2a1.4 1.4 0 0 1-1.4 1.4H6.2a1.4 1.4 0 0 1-1.4-1.4v-6.2a1.4 1.4 0 0 1 1.4-1.4Zm2-.2V7.9a3.8 3.8 0 0 1 7.6 0v2.7" />
      </svg>
      <span>{children}</span>
    </p>
  );
}
