import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { writeAmount } from '../../../../engine/shop/money.ts';
import { errorText } from '../../../errors.ts';
import type { Plan } from '../../../site.ts';
import { useAsyncAction } from '../../../session/use-async-action.ts';
import { Button } from '../../../ui/Button.tsx';
import { FormError } from '../../../ui/FormError.tsx';
import { type PageQuery, usePageQuery } from '../page-query.ts';
import { type LifetimePrice, payments } from '../payments.ts';
import { purchasesQuestion } from '../use-purchases.ts';
import { type Buying, BuyPlan, CameBack } from './BuyPlan.tsx';
import styles from './SwitchToLifetime.module.css';

interface Props {
  readonly plan: Plan;
  /** The guarantee covers the first switch of an account. */
  readonly isGuaranteed: boolean;
  readonly buying: Buying;
}

/**
 * For who pays every month or so: the plan that is paid once, behind a quiet button. The address `#lifetime` opens it,
 * and so does the way back from Stripe's page.
 */
export function SwitchToLifetime({ plan, isGuaranteed, buying }: Props) {
  const { t, i18n } = useTranslation('cabinet');
  const { t: planWords } = useTranslation('plan');
  const { hash } = useLocation();
  const [open, setOpen] = useState(buying.plan === plan.id || buying.cameBack || hash === '#lifetime');
  // Asked again with the purchases.
  const price = usePageQuery({
    key: [purchasesQuestion, 'lifetime'],
    load: () => payments.lifetimePrice(),
    enabled: open,
  });
  const { heading, retry } = useRetry(price);
  return (
    <div className={styles.place}>
      <Button look="quiet" aria-expanded={open} aria-controls="lifetime" onClick={() => setOpen(!open)}>
        {t('payment.switch.open')}
      </Button>
      <section id="lifetime" className={styles.card} aria-labelledby="lifetime-name" hidden={!open}>
        <div className={styles.line}>
          <h2 ref={heading} id="lifetime-name" className={styles.name} tabIndex={-1}>
            {planWords('plans.lifetime.name')}
          </h2>
          <span className={styles.price}>{writeAmount(plan, i18n.language)}</span>
        </div>
        {price.value && price.value.credit > 0 && <CreditLines price={price.value} />}
        <p className={styles.text}>{t('payment.switch.text')}</p>
        {isGuaranteed && <p className={styles.text}>{t('payment.switch.guarantee')}</p>}
        <CameBack cameBack={buying.cameBack} />
        {price.value ? (
          <BuyPlan plan={{ ...plan, amount: price.value.amount, currency: price.value.currency }} buying={buying} />
        ) : (
          <PriceToCome error={price.error} onRetry={retry} />
        )}
      </section>
    </div>
  );
}

/** The button to ask again goes once there is a price: the focus is at the heading then. */
function useRetry({ value, refresh }: PageQuery<LifetimePrice>) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isRetried = useRef(false);
  useEffect(() => {
    if (!value || !isRetried.current) return;
    isRetried.current = false;
    heading.current?.focus({ preventScroll: true });
  }, [value]);
  const retry = () => {
    isRetried.current = true;
    return refresh();
  };
  return { heading, retry };
}

/** What is taken off for the plan that runs, and what is left to pay. */
function CreditLines({ price: { amount, credit, currency } }: { readonly price: LifetimePrice }) {
  const { t, i18n } = useTranslation('cabinet');
  const lines = [
    [t('payment.switch.credit'), `−${writeAmount({ amount: credit, currency }, i18n.language)}`],
    [t('payment.switch.due'), writeAmount({ amount, currency }, i18n.language)],
  ] as const;
  return (
    <dl className={styles.credit}>
      {lines.map(([name, value]) => (
        <div key={name} className={styles.creditLine}>
          <dt>{name}</dt>
          <dd className={styles.price}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Nothing is sold before the price is known. */
function PriceToCome({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => Promise<void> }) {
  const { t } = useTranslation('cabinet');
  const { t: site } = useTranslation('site');
  const { busy, run } = useAsyncAction();
  if (error === null) return <output className={styles.text}>{t('payment.switch.reckoning')}</output>;
  return (
    <>
      <FormError>{errorText(error, site)}</FormError>
      <Button look="secondary" busy={busy} onClick={() => void run(onRetry)}>
        {t('payment.switch.retry')}
      </Button>
    </>
  );
}
