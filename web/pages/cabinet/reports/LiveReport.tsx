import { languageTag } from '../../../../engine/model.ts';
import { saveFile } from '../browser.ts';
import { ReportBody, reportFile } from './ReportBody.tsx';
import { type Choice, requestOf } from './choice.ts';
import { type ReportedFunnel, reports } from './report-calls.ts';
import styles from './ReportsPage.module.css';
import { usePageQuery } from '../page-query.ts';
import { serverNow } from '../../../session/server-time.ts';
import { errorText } from '../../../errors.ts';
import { useAsyncAction } from '../../../session/use-work.ts';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/Button.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';

/** How often what is shown is loaded again. */
export const refreshMilliseconds = 15_000;

interface LiveReportProps {
  readonly funnel: ReportedFunnel;
  readonly choice: Choice;
}

/** The report, and again every 15 seconds while it is looked at; what is read stays in its place. */
export function LiveReport({ funnel, choice }: LiveReportProps) {
  const { t, i18n } = useTranslation('cabinet');
  const locale = i18n.language;
  const { period, from, to, by } = choice;
  const {
    value: report,
    error,
    isOld,
    look,
  } = usePageQuery({
    key: ['report', locale, funnel.id, period, from, to, by],
    load: () => reports.read(requestOf(choice, funnel.id, serverNow())),
    refetchInterval: refreshMilliseconds,
  });
  if (!report) {
    return error === null ? <Waiting /> : <ReportMessage error={error} onRetry={look} />;
  }
  const title = t('reports.file_title', { name: funnel.name });
  const day = report.madeAt.slice(0, 10);
  const save = () =>
    saveFile(new Blob([reportFile(report, title, locale)], { type: 'text/html' }), `report-${funnel.id}-${day}.html`);
  return (
    <div className={isOld ? `${styles.report} ${styles.old}` : styles.report} aria-busy={isOld}>
      <div className={styles.head}>
        <LiveSign madeAt={report.madeAt} error={error} />
        <Button look="secondary" small onClick={save}>
          {t('reports.save')}
        </Button>
      </div>
      <ReportBody report={report} />
    </div>
  );
}

function Waiting() {
  const { t } = useTranslation('cabinet');
  return (
    <output className={styles.waiting}>
      <Spinner />
      <span>{t('reports.loading')}</span>
    </output>
  );
}

/** From when it is; why it is not from now is said aloud. */
function LiveSign({ madeAt, error }: { readonly madeAt: string; readonly error: unknown }) {
  const { t, i18n } = useTranslation('cabinet');
  const locale = i18n.language;
  const { t: common } = useTranslation('site');
  const time = new Intl.DateTimeFormat(languageTag(locale), { timeStyle: 'medium' }).format(new Date(madeAt));
  return (
    <div className={styles.sign}>
      {error === null && (
        <p>
          <span className={styles.dot} aria-hidden="true" />
          {t('reports.live', { time })}
        </p>
      )}
      <output className={styles.stale}>
        {error !== null && t('reports.stale', { time, reason: errorText(error, common) })}
      </output>
    </div>
  );
}

interface ReportMessageProps {
  readonly error: unknown;
  readonly onRetry: () => Promise<void>;
}

/** In the place of what could not be loaded: why, and a way to try again. */
export function ReportMessage({ error, onRetry }: ReportMessageProps) {
  const { t } = useTranslation('cabinet');
  const { t: common } = useTranslation('site');
  const { busy, run } = useAsyncAction();
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
