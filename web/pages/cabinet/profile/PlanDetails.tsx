import { Link } from 'react-router';
import type { Purchases } from '../../../session/payments.ts';
import { useTranslation } from '../../../translation.tsx';
import { price } from '../../plan/prices.ts';
import { heldPlans, refundablePayment, shownPlans } from './held-plans.ts';
import { Invoices } from './Invoices.tsx';
import { PlanSummary } from './PlanSummary.tsx';
import { RefundOffer } from './RefundOffer.tsx';
import type { KnownPurchases } from './use-purchases.ts';

interface Props {
  readonly purchases: Purchases;
  /** Brings them up to date. */
  readonly known: Pick<KnownPurchases, 'look' | 'reload'>;
}

/** The plans of the user with what can be done about them, and what was paid. */
export function PlanDetails({ purchases, known }: Props) {
  const { t } = useTranslation('cabinet');
  const held = heldPlans(purchases);
  const refundable = refundablePayment(purchases);
  return (
    <>
      {shownPlans(purchases).map((each) => (
        <PlanSummary key={each.id} held={each} plans={purchases.plans} purchases={known} />
      ))}
      {refundable && (
        <RefundOffer
          payment={refundable}
          keepsAccess={held.some(({ plan }) => plan !== refundable.plan)}
          purchases={known}
        />
      )}
      {held.length === 0 ? (
        <p>
          {t('profile.plan.none')} <Link to="/cabinet/payment">{t('profile.plan.choose')}</Link>
        </p>
      ) : (
        held.every(({ kind }) => kind !== 'lifetime') && <LifetimeOffer plans={purchases.plans} />
      )}
      <Invoices payments={purchases.payments} />
    </>
  );
}

function LifetimeOffer({ plans }: { readonly plans: Purchases['plans'] }) {
  const { t, locale } = useTranslation('cabinet');
  const lifetime = plans.find(({ id }) => id === 'lifetime');
  if (!lifetime) return null;
  return (
    <p>
      {t('profile.plan.lifetime_offer')}{' '}
      <Link to="/cabinet/payment">{t('profile.plan.lifetime_link', { price: price(lifetime, locale) })}</Link>
    </p>
  );
}
