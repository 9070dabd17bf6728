import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { languageTag } from '../../../../engine/model.ts';
import { isolate } from '../../../../engine/run/typed-text.ts';
import { errorText } from '../../../errors.ts';
import { content, type Dashboard, offerOf } from '../content.ts';
import styles from './DashboardPage.module.css';
import { Listened } from './Listened.tsx';
import { OnThisDevice } from './OnThisDevice.tsx';
import { NextSession, PlanWeek, Suggestions } from './SessionParts.tsx';
import { type PageQuery, usePageQuery, useProgress } from '../page-query.ts';
import { player } from '../player/player.ts';
import { changesDashboard, dashboardWithProgress } from '../progress.ts';
import { localDay, partOfDay } from '../times.ts';
import { useAccessEnd } from '../use-access-end.ts';
import { Medallion } from '../../drawings/Medallion.tsx';
import { MessagePage, PageActions } from '../../MessagePage.tsx';
import { ApiProblem } from '../../../session/api-client.ts';
import { serverNow } from '../../../session/server-time.ts';
import { useKnownUser } from '../../../session/use-known-user.ts';
import { useAsyncAction } from '../../../session/use-async-action.ts';
import { Button, buttonClass } from '../../../ui/Button.tsx';
import { shownText } from '../../../ui/shown-text.ts';

/** The dashboard: what to go on with, the week of the plan, and what was listened to. */
export function DashboardPage() {
  const { value, error, refresh } = useDashboard();
  const endAccessOn = useAccessEnd();
  useEffect(() => endAccessOn(error), [endAccessOn, error]);
  if (value) return <Loaded dashboard={value.dashboard} now={value.now} />;
  return error === null ? <DashboardSkeleton /> : <DashboardFailure error={error} onRetry={refresh} />;
}

interface DashboardPageProps {
  readonly dashboard: Dashboard;
  readonly now: Date;
}

function Loaded({ dashboard, now }: DashboardPageProps) {
  const { plan, recommended } = dashboard;
  const offer = offerOf(dashboard);
  const known = new Set([...(plan?.sessions ?? []), offer?.item].map((item) => item?.id));
  const others = recommended.filter(({ id }) => !known.has(id));
  const suggestions = <Suggestions items={others} hasPlan={plan !== null} />;
  return (
    <article className={styles.page}>
      <Greeting now={now} />
      <div className={styles.parts}>
        <div className={styles.column}>
          <NextSession offer={offer} />
          {plan ? <PlanWeek plan={plan} /> : suggestions}
        </div>
        <div className={styles.column}>
          <Listened dashboard={dashboard} />
          {plan && suggestions}
          <OnThisDevice />
        </div>
      </div>
    </article>
  );
}

function Greeting({ now }: Pick<DashboardPageProps, 'now'>) {
  const { t, i18n } = useTranslation('cabinet');
  const locale = i18n.language;
  const name = useKnownUser()?.firstName;
  const date = new Intl.DateTimeFormat(languageTag(locale), { weekday: 'long', day: 'numeric', month: 'long' }).format(
    now,
  );
  const part = partOfDay(now);
  return (
    <header>
      <p className={styles.date}>{date}</p>
      <h1 className={styles.greeting}>
        {name
          ? shownText(t(`dashboard.greeting_named.${part}`, { name: isolate(name) }))
          : t(`dashboard.greeting.${part}`)}
      </h1>
    </header>
  );
}

interface DashboardFailureProps {
  readonly error: unknown;
  readonly onRetry: () => Promise<void>;
}

/** In the place of a dashboard that could not be loaded: why, and the ways on. */
function DashboardFailure({ error, onRetry }: DashboardFailureProps) {
  const { t } = useTranslation('cabinet');
  const { t: common } = useTranslation('site');
  const { busy, run } = useAsyncAction();
  return (
    <MessagePage
      picture={<Medallion scene="stars" large />}
      title={t('dashboard.failed')}
      text={errorText(error, common)}
    >
      <PageActions>
        <Button busy={busy} onClick={() => void run(onRetry)}>
          {t('dashboard.retry')}
        </Button>
        <Link className={buttonClass({ look: 'secondary' })} to="/cabinet/sessions">
          {t('dashboard.sessions')}
        </Link>
      </PageActions>
    </MessagePage>
  );
}

/** The outline of the dashboard while it is loaded. */
function DashboardSkeleton() {
  const { t } = useTranslation('site');
  const { t: words } = useTranslation('cabinet');
  return (
    <div className={`${styles.page} ${styles.skeleton}`} aria-busy="true">
      <h1 className="unseen">{words('dashboard.title')}</h1>
      <output className="unseen">{t('layout.loading')}</output>
      <span className={styles.skeletonGreeting} />
      <div className={styles.parts} aria-hidden="true">
        <div className={styles.column}>
          <span className={styles.next} />
          <span className={styles.part} />
        </div>
        <div className={styles.column}>
          <span className={styles.part} />
          <span className={styles.part} />
        </div>
      </div>
    </div>
  );
}

interface DatedDashboard {
  readonly dashboard: Dashboard;
  /** When it was asked for. */
  readonly now: Date;
}

/**
 * Loads the dashboard in the language on the screen, and again when the page is looked at again, the network is back, a
 * new day has begun, something else was listened to or the sound was paused. What is known stays where that fails, unless
 * access has ended.
 */
function useDashboard(): Pick<PageQuery<DatedDashboard>, 'value' | 'error' | 'refresh'> {
  const locale = useTranslation().i18n.language;
  const { value, error, refresh, update } = usePageQuery({ key: ['dashboard', locale], load: loadDashboard });
  useNewDay(refresh);
  useProgress((progress) => {
    update(({ value: known, ...rest }) => ({
      value: known && { ...known, dashboard: dashboardWithProgress(known.dashboard, progress) },
      ...rest,
    }));
    const isPause = !player.view().wanted; // what was heard until then has been counted
    if (value && (isPause || changesDashboard(value.dashboard, progress))) void refresh();
  });
  const hasAccessEnded = error instanceof ApiProblem && error.code === 'no_access';
  return { value: hasAccessEnded ? undefined : value, error, refresh };
}

async function loadDashboard(): Promise<DatedDashboard> {
  const now = serverNow();
  return { dashboard: await content.dashboard(localDay(now)), now };
}

/** Asked of the clock, as a timer until midnight would stand still while the computer sleeps. */
const checkMilliseconds = 30_000;

/** Does it whenever another day has begun on the visitor's calendar. */
function useNewDay(act: () => Promise<void>): void {
  useEffect(() => {
    let day = localDay(serverNow());
    const timer = setInterval(() => {
      const today = localDay(serverNow());
      if (today === day) return;
      day = today;
      void act();
    }, checkMilliseconds);
    return () => clearInterval(timer);
  }, [act]);
}
