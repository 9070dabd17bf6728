import { Link } from 'react-router';
import type { ContentItem, Dashboard, Offer } from '../content.ts';
import { useOfferHeading } from '../sessions/NextUp.tsx';
import { Part } from './Part.tsx';
import styles from './SessionParts.module.css';
import { usePlayerPart } from '../player/player.ts';
import { PlaySession, useLength, usePlaying } from '../PlaySession.tsx';
import { MoonPhase } from '../../drawings/MoonPhase.tsx';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '../../../ui/Button.tsx';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';

/** What to listen to now: what was begun, or else what to start with. */
export function NextSession({ offer }: { readonly offer: Offer | null }) {
  const { t } = useTranslation('cabinet');
  if (offer) return <Card offer={offer} />;
  return (
    <Part title={t('dashboard.all_heard.title')} leads>
      <p>{t('dashboard.all_heard.text')}</p>
      <AllSessions />
    </Part>
  );
}

function Card({ offer }: { readonly offer: Offer }) {
  const { t } = useTranslation('cabinet');
  const { item } = offer;
  const eyebrow = useOfferHeading(offer);
  const playing = usePlaying(item.id);
  const position = usePlayerPart((view) => (view.item?.id === item.id ? view.positionSeconds : item.positionSeconds));
  const now = { ...item, positionSeconds: position, status: position > 0 ? 'in_progress' : item.status } as const;
  const length = useLength(now);
  return (
    <Part eyebrow={eyebrow} title={item.title} leads>
      <div className={styles.card}>
        <Picture item={item} large />
        <div className={styles.words}>
          <p>{item.summary}</p>
          <div className={styles.progress}>
            {now.status === 'in_progress' && (
              <ProgressBar value={position} max={item.durationSeconds} label={t('dashboard.progress')} text={length} />
            )}
            <p className={styles.left}>{length}</p>
          </div>
          <PlaySession item={now} {...playing} look="words" />
        </div>
      </div>
    </Part>
  );
}

type Plan = NonNullable<Dashboard['plan']>;

/** The week of the plan with its sessions; once all weeks have passed, what to do from then on. */
export function PlanWeekCard({ plan }: { readonly plan: Plan }) {
  const { t } = useTranslation('cabinet');
  const { t: planWords } = useTranslation('plan');
  const { week, weeks, over, title, practice, sessions } = plan;
  const list = t(over ? 'dashboard.plan.last_sessions' : 'dashboard.plan.sessions');
  return (
    <Part
      eyebrow={over ? t('dashboard.plan.over_eyebrow') : t('dashboard.plan.week', { week })}
      title={over ? t('dashboard.plan.over_title') : title}
    >
      <div className={styles.week}>
        <MoonPhase lit={week / weeks} />
        <div className={styles.weekWords}>{over ? <p>{t('dashboard.plan.over_text')}</p> : <Focus plan={plan} />}</div>
      </div>
      {!over && (
        <p className={styles.practice}>
          <span className={styles.label}>{planWords('weeks.practice')}</span> {practice}
        </p>
      )}
      {sessions.length > 0 && (
        <>
          <p className={styles.label}>{list}</p>
          <SessionRows items={sessions} label={list} />
        </>
      )}
    </Part>
  );
}

/** In the words of the plan that was shown before the account was opened. */
function Focus({ plan: { stage, focus } }: { readonly plan: Plan }) {
  const { t } = useTranslation('plan');
  return (
    <>
      {stage !== 'begin' && <p className={styles.stage}>{t(`weeks.stage.${stage}`)}</p>}
      <p>{stage === 'begin' ? focus : t(`weeks.focus.${stage}`)}</p>
    </>
  );
}

interface SuggestionsProps {
  readonly items: readonly ContentItem[];
  readonly hasPlan: boolean;
}

/** More that suits the listener, and the way to all there is. */
export function Suggestions({ items, hasPlan }: SuggestionsProps) {
  const { t } = useTranslation('cabinet');
  const title = t(hasPlan ? 'dashboard.more' : 'dashboard.begin_with');
  return (
    <Part title={items.length > 0 ? title : t('dashboard.library.title')}>
      {items.length > 0 ? <SessionRows items={items} label={title} /> : <p>{t('dashboard.library.text')}</p>}
      <AllSessions />
    </Part>
  );
}

function AllSessions() {
  const { t } = useTranslation('cabinet');
  return (
    <div>
      <Link className={buttonClass({ look: 'secondary', small: true })} to="/cabinet/sessions">
        {t('dashboard.sessions')}
      </Link>
    </div>
  );
}

interface SessionRowsProps {
  readonly items: readonly ContentItem[];
  /** What they are, for screen readers. */
  readonly label: string;
}

/** Sessions to be played, each on a line of its own. */
function SessionRows({ items, label }: SessionRowsProps) {
  return (
    <ul className={styles.rows} aria-label={label}>
      {items.map((item) => (
        <SessionRow key={item.id} item={item} />
      ))}
    </ul>
  );
}

function SessionRow({ item }: { readonly item: ContentItem }) {
  const { t } = useTranslation('cabinet');
  const playing = usePlaying(item.id);
  const length = useLength(item);
  const facts = item.status === 'finished' ? `${length} · ${t('sessions.status.finished')}` : length;
  return (
    <li className={playing.isLoaded ? styles.current : styles.row}>
      <Picture item={item} />
      <div className={styles.rowsWords}>
        <h3 className={styles.title}>{item.title}</h3>
        <p className={styles.facts}>{playing.isPlaying ? t('sessions.card.playing') : facts}</p>
      </div>
      <PlaySession item={item} {...playing} look="round" />
    </li>
  );
}

interface PictureProps {
  readonly item: ContentItem;
  readonly large?: boolean;
}

/** The picture of a session. Always beside its title, so that it needs no words. */
function Picture({ item, large = false }: PictureProps) {
  return <img className={large ? styles.large : styles.small} src={item.imageUrl} alt="" decoding="async" />;
}
