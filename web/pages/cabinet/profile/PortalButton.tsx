import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { showError } from '../../../errors.ts';
import { leaveFor } from '../browser.ts';
import { payments, type PortalTarget } from '../payments.ts';
import type { KnownPurchases } from '../use-purchases.ts';
import { Button } from '../../../ui/Button.tsx';
import { ProfileSection } from './ProfileSection.tsx';

interface Props {
  readonly label: string;
  /** The only thing that Stripe's page is to show; default: all that can be done there. */
  readonly to?: PortalTarget;
  /** It may have changed meanwhile: makes the page look again. */
  readonly onRefused: KnownPurchases['refresh'];
  readonly look?: 'secondary' | 'quiet';
}

/** Leads to the customer's own pages at Stripe, by an address that is made at each press and soon runs out. */
export function PortalButton({ label, to, onRefused, look = 'secondary' }: Props) {
  const { t } = useTranslation('cabinet');
  const { mutate, isPending } = useMutation({
    mutationFn: async () => leaveFor(await payments.portal(to)),
    onError: (error) => {
      showError(error, t);
      return onRefused();
    },
  });
  return (
    <Button look={look} small busy={isPending} onClick={() => mutate()}>
      {label}
    </Button>
  );
}

/** Invoices and all else that is kept at Stripe. */
export function BillingSection({ onRefused }: Pick<Props, 'onRefused'>) {
  const { t } = useTranslation('cabinet');
  return (
    <ProfileSection title={t('profile.plan.billing')}>
      <p>{t('profile.plan.billing_text')}</p>
      <div>
        <PortalButton label={t('profile.plan.portal')} onRefused={onRefused} />
      </div>
    </ProfileSection>
  );
}
