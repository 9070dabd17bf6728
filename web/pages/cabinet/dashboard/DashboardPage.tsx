import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { languageTag } from '../../../../engine/model.ts';
import { isolate } from '../../../../engine/run/typed-text.ts';
import { errorText } from '../../../errors.ts';
import { content, type Dashboard, type ListeningProgress, offerOf } from '../content.ts';
import { dashboardQuery } from '../dashboard-query.ts';
import styles from './DashboardPage.module.css';
import { Listened } from './Listened.tsx';
import { OnThisDevice } from './OnThisDevice.tsx';
import { NextSession, PlanWeekCard, Suggestions } from './SessionParts.tsx';
import { player } from '../player/player.ts';
import { changesDashboard } from '../progress.ts';
import { localDay, partOfDay } from '../times.ts';
import { useAccessEnd } from '../use-access-end.ts';
import { useFailure } from '../use-failure.ts';
import { Medallion } from '../../drawings/Medallion.tsx';
import { MessagePage, PageActions } from '../../MessagePage.tsx';
import { ApiProblem } from '../../../session/api-client.ts';
import { serverNow } from '../../../session/server-time.ts';
import { useKnownUser } from '../../../session/use-known-user.ts';
import { Button, buttonClass } from '../../../ui/Button.tsx';
import { shownText } from '../../../ui/shown-text.ts';

/** The dashboard: what to go on with, the week of the plan, and what was listened to. */
export function DashboardPage() {
  const query = useDashboard();
  const { data, error, isFetching, refetch } = query;
  const endAccessOn = useAccessEnd();
  useEffect(() => endAccessOn(error), [endAccessOn, error]);
  const hasAccessEnded = error instanceof ApiProblem && error.code === 'no_access';
  const failure = useFailure(query) ?? (hasAccessEnded ? error : null);
  if (failure) return <DashboardFailure error={failure} busy={isFetching} onRetry={() => void refetch()} />;
  return data ? <Loaded {...data} /> : <DashboardSkeleton />;
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
      <NextSession offer={offer} />
      <div className={styles.parts}>
        {plan ? <PlanWeekCard plan={plan} /> : suggestions}
        <Listened dashboard={dashboard} />
        {plan && suggestions}
        <OnThisDevice />
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
  readonly busy: boolean;
  readonly onRetry: () => void;
}

/** In the place of a dashboard that could not be loaded: why, and the ways on. */
function DashboardFailure({ error, busy, onRetry }: DashboardFailureProps) {
  const { t } = useTranslation('cabinet');
  const { t: common } = useTranslation('site');
  return (
    <MessagePage
      picture={<Medallion scene="stars" large />}
      title={t('dashboard.failed')}
      text={errorText(error, common)}
    >
      <PageActions>
        <Button busy={busy} onClick={onRetry}>
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
      <span className={styles.next} aria-hidden="true" />
      <div className={styles.parts} aria-hidden="true">
        <span className={styles.part} />
        <span className={styles.part} />
        <span className={styles.part} />
      </div>
    </div>
  );
}

/**
 * The dashboard in the language on the screen: asked for again also when a new day has begun, something else was
 * listened to or the sound was paused.
 */
function useDashboard() {
  const locale = useTranslation().i18n.language;
  const query = useQuery(dashboardQuery(locale));
  const { data, refetch } = query;
  useNewDay(refetch);
  const onProgress = useEffectEvent((progress: ListeningProgress) => {
    const isPause = !player.view().wanted; // what was heard until then has been counted
    if (data && (isPause || changesDashboard(data.dashboard, progress))) void refetch();
  });
  useEffect(() => content.onProgress((progress) => onProgress(progress)), []);
  return query;
}

/** Asked of the clock, as a timer until midnight would stand still while the computer sleeps. */
const checkMilliseconds = 30_000;

/** Does it whenever another day has begun on the visitor's calendar. */
function useNewDay(act: () => Promise<unknown>): void {
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
