import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { writeAmount } from '../../../../engine/shop/money.ts';
import { errorText } from '../../../errors.ts';
import type { Plan } from '../../../site.ts';
import { Button } from '../../../ui/Button.tsx';
import { FormError } from '../../../ui/FormError.tsx';
import { type LifetimePrice, payments } from '../payments.ts';
import { useFailure } from '../use-failure.ts';
import { purchasesKey } from '../use-purchases.ts';
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
  const query = useQuery({
    queryKey: [purchasesKey, 'lifetime'],
    queryFn: () => payments.lifetimePrice(),
    enabled: open,
  });
  const price = query.data;
  const failure = useFailure(query);
  const { heading, retry } = useRetry(query);
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
        {price && price.credit > 0 && <CreditLines price={price} />}
        <p className={styles.text}>{t('payment.switch.text')}</p>
        {isGuaranteed && <p className={styles.text}>{t('payment.switch.guarantee')}</p>}
        <CameBack cameBack={buying.cameBack} />
        {price ? (
          <BuyPlan plan={{ ...plan, amount: price.amount, currency: price.currency }} buying={buying} />
        ) : (
          <PriceToCome error={failure} busy={query.isFetching} onRetry={retry} />
        )}
      </section>
    </div>
  );
}

/** The button to ask again goes once there is a price: the focus is at the heading then. */
function useRetry({ data, refetch }: UseQueryResult<LifetimePrice>) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isRetried = useRef(false);
  useEffect(() => {
    if (!data || !isRetried.current) return;
    isRetried.current = false;
    heading.current?.focus({ preventScroll: true });
  }, [data]);
  const retry = () => {
    isRetried.current = true;
    void refetch();
  };
  return { heading, retry };
}

/** What is taken off for the plan that runs, and what remains to pay. */
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

interface PriceToComeProps {
  readonly error: Error | null;
  readonly busy: boolean;
  readonly onRetry: () => void;
}

/** Nothing is sold before the price is known. */
function PriceToCome({ error, busy, onRetry }: PriceToComeProps) {
  const { t } = useTranslation('cabinet');
  const { t: site } = useTranslation('site');
  if (error === null) return <output className={styles.text}>{t('payment.switch.reckoning')}</output>;
  return (
    <>
      <FormError>{errorText(error, site)}</FormError>
      <Button look="secondary" busy={busy} onClick={onRetry}>
        {t('payment.switch.retry')}
      </Button>
    </>
  );
}
