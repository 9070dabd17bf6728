import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { languageTag, type Locale } from '../../../../engine/model.ts';
import { errorText } from '../../../errors.ts';
import { saveFile } from '../browser.ts';
import { type Choice, groups, isBackward, periods, requestOf, useChoice } from './choice.ts';
import { type RenderedReport, type ReportedFunnel, reports } from './report-calls.ts';
import styles from './ReportsPage.module.css';
import { useFailure } from '../use-failure.ts';
import { serverNow } from '../../../session/server-time.ts';
import { Button } from '../../../ui/Button.tsx';
import { Select } from '../../../ui/Select.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { TextField } from '../../../ui/TextField.tsx';

/** `/cabinet/reports`: what visitors do in a quiz, for the team, live. */
export function ReportsPage() {
  const { t, i18n } = useTranslation('cabinet');
  const locale = i18n.language;
  const { choice, change } = useChoice();
  const query = useQuery({
    queryKey: ['reports', locale],
    queryFn: reports.list,
    placeholderData: keepPreviousData,
    refetchInterval: refreshMilliseconds,
  });
  const failure = useFailure(query);
  const funnels = query.data;
  const funnel = funnels?.find(({ id }) => id === choice.quiz) ?? funnels?.[0];
  return (
    <article className={styles.page}>
      <h1 className={styles.title}>{t('reports.heading')}</h1>
      {failure && <ReportMessage {...query} error={failure} />}
      {!funnels && !failure && <Spinner />}
      {funnels && <ReportControls funnels={funnels} funnel={funnel?.id ?? null} choice={choice} onChange={change} />}
      {funnel && !isBackward(choice) && <LiveReport key={funnel.id} funnel={funnel} choice={choice} />}
    </article>
  );
}

interface Props {
  readonly funnels: readonly ReportedFunnel[];
  /** The one that is looked at. */
  readonly funnel: string | null;
  readonly choice: Choice;
  readonly onChange: (changed: Partial<Choice>) => void;
}

/** Which quiz, which days, and what is compared. */
function ReportControls({ funnels, funnel, choice, onChange }: Props) {
  const { t, i18n } = useTranslation('cabinet');
  const locale = i18n.language;
  const count = new Intl.NumberFormat(languageTag(locale), { useGrouping: 'always' });
  return (
    <search className={styles.controls} aria-label={t('reports.controls')}>
      <div className={styles.control}>
        <Select
          small
          label={t('reports.quiz')}
          options={funnels.map(({ id, name, visits }) => ({
            value: id,
            title: t('reports.quiz_visits', { name, count: visits, visits: count.format(visits) }),
          }))}
          value={funnel}
          onChange={(quiz) => onChange({ quiz })}
        />
      </div>
      <div className={styles.control}>
        <Select
          small
          label={t('reports.period')}
          options={periods.map((value) => ({ value, title: t(`reports.periods.${value}`) }))}
          value={choice.period}
          onChange={(period) => period && onChange({ period })}
        />
      </div>
      <div className={styles.control}>
        <Select
          small
          clearable
          label={t('reports.by')}
          placeholder={t('reports.by_nothing')}
          options={groups.map((value) => ({ value, title: t(`reports.groups.${value}`) }))}
          value={choice.by}
          onChange={(by) => onChange({ by })}
        />
      </div>
      {choice.period === 'own' && <OwnDays choice={choice} onChange={onChange} />}
    </search>
  );
}

function OwnDays({ choice, onChange }: Pick<Props, 'choice' | 'onChange'>) {
  const { t } = useTranslation('cabinet');
  return (
    <>
      <div className={styles.control}>
        <TextField
          type="date"
          label={t('reports.from')}
          remark={t('reports.utc')}
          value={choice.from}
          onChange={({ target }) => onChange({ from: target.value })}
        />
      </div>
      <div className={styles.control}>
        <TextField
          type="date"
          label={t('reports.to')}
          remark={t('reports.utc')}
          value={choice.to}
          error={isBackward(choice) && t('reports.backward')}
          onChange={({ target }) => onChange({ to: target.value })}
        />
      </div>
    </>
  );
}

/** How often what is shown is loaded again. */
const refreshMilliseconds = 15_000;

interface LiveReportProps {
  readonly funnel: ReportedFunnel;
  readonly choice: Choice;
}

/** The report, and again every 15 seconds while it is looked at; what is read stays in its place. */
function LiveReport({ funnel, choice }: LiveReportProps) {
  const { t, i18n } = useTranslation('cabinet');
  const locale = i18n.language;
  const { period, from, to, by } = choice;
  const query = useQuery({
    queryKey: ['report', locale, funnel.id, period, from, to, by],
    queryFn: () => reports.read(requestOf(choice, funnel.id, serverNow())),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMilliseconds,
  });
  const { data: report, error, isPlaceholderData: isOld } = query;
  const failure = useFailure(query);
  if (failure) return <ReportMessage {...query} error={failure} />;
  if (!report) return <Waiting />;
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
  readonly isFetching: boolean;
  readonly refetch: () => Promise<unknown>;
}

/** In the place of what could not be loaded: why, and a way to try again. */
function ReportMessage({ error, isFetching, refetch }: ReportMessageProps) {
  const { t } = useTranslation('cabinet');
  const { t: common } = useTranslation('site');
  return (
    <div className={styles.message} role="alert">
      <h2>{t('reports.failed')}</h2>
      <p>{errorText(error, common)}</p>
      <Button busy={isFetching} onClick={() => void refetch()}>
        {t('reports.retry')}
      </Button>
    </div>
  );
}

/** A report in a tree of its own, so that its style sheet and the site's leave each other alone. */
function ReportBody({ report }: { readonly report: RenderedReport }) {
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current: element } = host;
    if (element) showInside(element.shadowRoot ?? openInside(element), report);
  }, [report]);
  return <div ref={host} />;
}

/** A tree of its own, whose links lead to its parts: by itself the browser looks for them only in the page around it. */
function openInside(element: HTMLElement): ShadowRoot {
  const root = element.attachShadow({ mode: 'open' });
  root.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a[href^="#"]');
    const part = link && root.getElementById(link.getAttribute('href')!.slice(1));
    if (!part) return;
    event.preventDefault();
    part.focus();
    part.scrollIntoView();
  });
  return root;
}

/**
 * Shows a report in the place of the one before. What was unfolded stays so, what was scrolled stays where it was, and
 * focus stays with the element of the same id.
 */
function showInside(root: ShadowRoot, { css, body }: RenderedReport): void {
  const place = root.firstElementChild && notePlace(root);
  if ('adoptedStyleSheets' in root) root.adoptedStyleSheets = [styleSheetOf(css)]; // else it is plain HTML
  const template = document.createElement('template');
  template.innerHTML = body;
  root.replaceChildren(template.content);
  if (place) restorePlace(root, place);
  else showMiddle(root);
}

interface Place {
  /** Ids of what is unfolded. */
  readonly open: readonly string[];
  /** By id, of what has been scrolled. */
  readonly scrolled: ReadonlyMap<string, { readonly left: number; readonly top: number }>;
  /** Id of what has the focus. */
  readonly focused: string | undefined;
}

function notePlace(root: ShadowRoot): Place {
  const regions = [...root.querySelectorAll('[role="region"]')];
  return {
    open: [...root.querySelectorAll('details[open]')].map(({ id }) => id),
    scrolled: new Map(regions.map(({ id, scrollLeft, scrollTop }) => [id, { left: scrollLeft, top: scrollTop }])),
    focused: root.activeElement?.id,
  };
}

function restorePlace(root: ShadowRoot, { open, scrolled, focused }: Place): void {
  for (const id of open) root.getElementById(id)?.setAttribute('open', '');
  for (const [id, to] of scrolled) root.getElementById(id)?.scrollTo({ ...to, behavior: 'instant' });
  if (focused) root.getElementById(focused)?.focus({ preventScroll: true });
}

/** The flow begins in the middle of its drawing, which may be wider than the page. */
function showMiddle(root: ShadowRoot): void {
  const graph = root.getElementById('report-graph-scroll');
  if (graph) graph.scrollLeft = (graph.scrollWidth - graph.clientWidth) / 2;
}

/** The policy of the site forbids style elements; a sheet that a script makes is no inline style. */
function styleSheetOf(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
}

/** A report as a file of its own, in HTML: what is on the screen, under this title. */
function reportFile({ css, body }: RenderedReport, title: string, locale: Locale): string {
  const file = document.implementation.createHTMLDocument(title);
  file.documentElement.lang = languageTag(locale);
  const charset = file.createElement('meta');
  charset.setAttribute('charset', 'utf-8');
  const viewport = file.createElement('meta');
  viewport.name = 'viewport';
  viewport.content = 'width=device-width, initial-scale=1';
  const style = file.createElement('style');
  style.textContent = css;
  file.head.prepend(charset, viewport);
  file.head.append(style);
  const main = file.createElement('main');
  main.innerHTML = body;
  const heading = file.createElement('h1');
  heading.textContent = title;
  main.prepend(heading);
  file.body.append(main);
  return `<!doctype html>\n${file.documentElement.outerHTML}\n`;
}
