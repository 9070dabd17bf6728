import { Link } from 'react-router';
import { accessEnd, lifetimeYear } from '../times.ts';
import { writeAmount } from '../../../../engine/shop/money.ts';
import { afterRefund, type CurrentPlan, currentPlans, refundablePayments, shownPlans } from './current-plans.ts';
import styles from './PlanSection.module.css';
import { PlanSummary } from './PlanSummary.tsx';
import { ProfileSection } from './ProfileSection.tsx';
import { RefundOffer } from './RefundOffer.tsx';
import type { KnownPurchases, PurchasesState } from '../use-purchases.ts';
import type { Purchases } from '../payments.ts';
import { errorText } from '../../../errors.ts';
import { useKnownUser } from '../../../session/use-known-user.ts';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/Button.tsx';
import { FormError } from '../../../ui/FormError.tsx';

/** What the user has bought: how it goes on, what can be done about it. */
export function PlanSection({ known }: { readonly known: KnownPurchases }) {
  const { t } = useTranslation('cabinet');
  const { state, isFetching, refresh } = known;
  return (
    <ProfileSection title={t('profile.plan.title')} value={<PlanValue state={state} />} startsOpen>
      {state.kind === 'loading' && <Waiting />}
      {state.kind === 'failed' && <Failure error={state.error} busy={isFetching} onRetry={() => void refresh()} />}
      {state.kind === 'loaded' && (
        <div className={styles.details}>
          <PlanDetails purchases={state.purchases} known={known} />
        </div>
      )}
    </ProfileSection>
  );
}

/** The names of the plans. */
function PlanValue({ state }: { readonly state: PurchasesState }) {
  const { t } = useTranslation('cabinet');
  if (state.kind !== 'loaded') return null;
  return shownPlans(state.purchases)
    .map(({ plan }) => t(`profile.plan.names.${plan}`))
    .join(' · ');
}

/** About as high as what takes its place. */
function Waiting() {
  const { t } = useTranslation('site');
  return (
    <div className={styles.waiting} aria-busy="true">
      <output className="unseen">{t('layout.loading')}</output>
      <span className={styles.name}>&nbsp;</span>
      <span>&nbsp;</span>
      <span>&nbsp;</span>
      <span className={styles.button} />
      <span className={styles.button} />
      <span>&nbsp;</span>
      <span className={styles.wide}>&nbsp;</span>
    </div>
  );
}

interface FailureProps {
  readonly error: Error;
  readonly busy: boolean;
  readonly onRetry: () => void;
}

function Failure({ error, busy, onRetry }: FailureProps) {
  const { t } = useTranslation('cabinet');
  const { t: common } = useTranslation('site');
  return (
    <>
      <p>{t('profile.plan.failed')}</p>
      <FormError>{errorText(error, common)}</FormError>
      <div>
        <Button look="secondary" small busy={busy} onClick={onRetry}>
          {t('profile.plan.retry')}
        </Button>
      </div>
    </>
  );
}

interface Props {
  readonly purchases: Purchases;
  /** Brings them up to date. */
  readonly known: Pick<KnownPurchases, 'refresh' | 'reload'>;
}

/** The plans of the user with what can be done about them. */
function PlanDetails({ purchases, known }: Props) {
  const current = currentPlans(purchases);
  const hasLifetime = current.some(({ kind }) => kind === 'lifetime');
  return (
    <>
      {shownPlans(purchases).map((each) => (
        <PlanSummary
          key={each.id}
          current={each}
          plans={purchases.plans}
          purchases={known}
          isUnderLifetime={hasLifetime}
        />
      ))}
      {refundablePayments(purchases).map((payment) => (
        <RefundOffer key={payment.id} payment={payment} {...afterRefund(payment, current)} purchases={known} />
      ))}
      {current.length === 0 ? <NoPlan /> : current.every(isRunning) && <LifetimeOffer plans={purchases.plans} />}
    </>
  );
}

/** A member without a plan who can open the profile has access for another reason. */
function NoPlan() {
  const { t, i18n } = useTranslation('cabinet');
  const locale = i18n.language;
  const accessTo = useKnownUser()?.accessTo;
  const hasEnd = accessTo && accessTo.getUTCFullYear() < lifetimeYear;
  return (
    <p>
      {t('profile.plan.none')} {hasEnd && t('profile.plan.none_until', { date: accessEnd(accessTo, locale) })}
    </p>
  );
}

/** Lifetime is sold over a subscription that is paid. */
function isRunning(current: CurrentPlan): boolean {
  return current.kind === 'subscription' && current.subscription.status === 'active';
}

function LifetimeOffer({ plans }: { readonly plans: Purchases['plans'] }) {
  const { t, i18n } = useTranslation('cabinet');
  const locale = i18n.language;
  const lifetime = plans.find(({ id }) => id === 'lifetime');
  if (!lifetime) return null;
  return (
    <p>
      {t('profile.plan.lifetime_offer')}{' '}
      <Link to="/cabinet/payment#lifetime">
        {t('profile.plan.lifetime_link', { price: writeAmount(lifetime, locale) })}
      </Link>
    </p>
  );
}
