import { errorText } from '../../../session/show-error.ts';
import { useWork } from '../../../session/use-work.ts';
import { useTranslation } from '../../../translation.tsx';
import { Button } from '../../../ui/Button.tsx';
import { FormError } from '../../../ui/FormError.tsx';
import { PlanDetails } from './PlanDetails.tsx';
import styles from './PlanSection.module.css';
import { ProfileSection } from './ProfileSection.tsx';
import type { KnownPurchases } from '../use-purchases.ts';

/** What the user has bought: how it goes on, what can be done about it, and the invoices. */
export function PlanSection({ known }: { readonly known: KnownPurchases }) {
  const { t } = useTranslation('cabinet');
  const { state, look } = known;
  return (
    <ProfileSection title={t('profile.plan.title')}>
      {state.kind === 'loading' && <Waiting />}
      {state.kind === 'failed' && <Failure error={state.error} onRetry={look} />}
      {state.kind === 'loaded' && (
        <div className={styles.details}>
          <PlanDetails purchases={state.purchases} known={known} />
        </div>
      )}
    </ProfileSection>
  );
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
      <span className={styles.wide}>&nbsp;</span>
      <span className={styles.invoices} />
    </div>
  );
}

function Failure({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => Promise<void> }) {
  const { t } = useTranslation('cabinet');
  const { t: common } = useTranslation('site');
  const { busy, run } = useWork();
  return (
    <>
      <p>{t('profile.plan.failed')}</p>
      <FormError>{errorText(error, common)}</FormError>
      <div>
        <Button look="secondary" small busy={busy} onClick={() => void run(onRetry)}>
          {t('profile.plan.retry')}
        </Button>
      </div>
    </>
  );
}
