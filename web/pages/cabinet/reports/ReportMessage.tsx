import { errorText } from '../../../session/show-error.ts';
import { useWork } from '../../../session/use-work.ts';
import { useTranslation } from '../../../translation.tsx';
import { Button } from '../../../ui/Button.tsx';
import styles from './ReportsPage.module.css';

interface Props {
  readonly error: unknown;
  readonly onRetry: () => Promise<void>;
}

/** In the place of what could not be loaded: why, and a way to try again. */
export function ReportMessage({ error, onRetry }: Props) {
  const { t } = useTranslation('cabinet');
  const { t: common } = useTranslation('site');
  const { busy, run } = useWork();
  return (
    <div className={styles.message} role="alert">
      <h2>{t('reports.failed')}</h2>
      <p>{errorText(error, common)}</p>
      <Button busy={busy} onClick={() => void run(onRetry)}>
        {t('reports.retry')}
      </Button>
    </div>
  );
}
