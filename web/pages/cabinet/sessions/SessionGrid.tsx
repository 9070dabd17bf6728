import { memo, useEffect, useId, useRef } from 'react';
import type { ContentLabel } from '../../../../schemas/api/content.ts';
import type { ContentItem } from '../content.ts';
import { wholeMinutes } from '../times.ts';
import { SaveButton } from '../offline/SaveButton.tsx';
import { useSaved } from '../offline/saved.ts';
import { usePlayerPart } from '../player/player.ts';
import { FavouriteButton } from '../FavouriteButton.tsx';
import { type Playing, PlaySession } from '../PlaySession.tsx';
import type { ShownSessions } from './session-list.ts';
import styles from './SessionGrid.module.css';
import { useTranslation } from 'react-i18next';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';

interface SessionGridProps {
  readonly shown: ShownSessions;
  /** The list is on its way out: another one is asked for. */
  readonly isOld: boolean;
  /** Index of the card that takes the focus once it is here. */
  readonly focusAt: number | null;
}

/**
 * The sessions as cards, however many: those out of sight are not drawn, and none is rendered again while the member
 * types.
 */
export const SessionGrid = memo(function SessionGrid({ shown, isOld, focusAt }: SessionGridProps) {
  const { items, categories, voices } = shown;
  const { t } = useTranslation('cabinet');
  const list = useRef<HTMLDivElement>(null);
  const saved = useSaved();
  const loaded = usePlayerPart(({ item }) => item?.id);
  const isPlaying = usePlayerPart(({ wanted }) => wanted);
  const isHere = focusAt !== null && focusAt < items.length;
  useEffect(() => {
    if (isHere) list.current?.querySelectorAll('article')[focusAt]?.querySelector('button')?.focus();
  }, [isHere, focusAt]);
  return (
    <div ref={list} className={isOld ? styles.old : styles.groups}>
      {groupsOf(items).map(({ week, category, items: ofGroup }) => (
        <section key={week ?? category} className={styles.group}>
          <h3 className={styles.groupTitle}>
            {week === null ? titleOf(category, categories) : t('sessions.week', { week })}
          </h3>
          <ul className={styles.grid} aria-busy={isOld}>
            {ofGroup.map((item) => (
              <li key={item.id} className={styles.item}>
                <SessionCard
                  item={item}
                  category={titleOf(item.category, categories)}
                  voice={titleOf(item.voice, voices)}
                  isLoaded={item.id === loaded}
                  isPlaying={item.id === loaded && isPlaying}
                  isSaved={saved.has(item.id)}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
});

interface Group extends Pick<ContentItem, 'week' | 'category'> {
  readonly items: ContentItem[];
}

/** The sessions of a week of the plan, then those of a category, as the server has put them in order. */
function groupsOf(items: readonly ContentItem[]): readonly Group[] {
  const groups = new Map<number | string, Group>();
  for (const item of items) {
    const { week, category } = item;
    const group = groups.get(week ?? category) ?? { week, category, items: [] };
    groups.set(week ?? category, group);
    group.items.push(item);
  }
  return [...groups.values()];
}

function titleOf(id: string, labels: readonly ContentLabel[]): string {
  return labels.find((label) => label.id === id)?.title ?? '';
}

interface SessionCardProps extends Playing {
  readonly item: ContentItem;
  /** In words. */
  readonly category: string;
  readonly voice: string;
  /** Whether it can be played while offline. */
  readonly isSaved: boolean;
}

/** A session of the list; a tap anywhere on it plays and pauses it. */
const SessionCard = memo(function SessionCard(props: SessionCardProps) {
  const { item, category, voice, isLoaded, isPlaying, isSaved } = props;
  const { t } = useTranslation('cabinet');
  const id = useId();
  return (
    <article className={isLoaded ? styles.loaded : styles.card} aria-labelledby={id}>
      <img className={styles.picture} src={item.imageUrl} width={400} height={400} alt="" loading="lazy" />
      {item.status === 'in_progress' && (
        <div className={styles.line} aria-hidden="true">
          <ProgressBar value={item.positionSeconds} max={Math.max(1, item.durationSeconds)} label="" />
        </div>
      )}
      <div className={styles.button}>
        <PlaySession item={item} isLoaded={isLoaded} isPlaying={isPlaying} look="cover" />
      </div>
      <div className={styles.words}>
        <div className={styles.head}>
          <h4 id={id} className={styles.title}>
            {item.title}
          </h4>
          <FavouriteButton item={item} />
        </div>
        <p className={styles.summary}>{item.summary}</p>
        <p className={`${styles.facts} ${styles.parts}`}>
          <span>{category}</span>
          <span>{t('sessions.minutes', { count: wholeMinutes(item.durationSeconds) })}</span>
          <span>{voice}</span>
          {item.speaker && <span>{t('sessions.card.speaker', { name: item.speaker })}</span>}
          {isSaved && <span>{t('sessions.card.saved')}</span>}
        </p>
        <div className={styles.foot}>
          <ProgressLabel item={item} isPlaying={isPlaying} />
          <SaveButton item={item} />
        </div>
      </div>
    </article>
  );
});

/** How far the listener is, in the words of the specification (section 2). */
function ProgressLabel({ item, isPlaying }: Pick<SessionCardProps, 'item' | 'isPlaying'>) {
  const { t } = useTranslation('cabinet');
  const { status, positionSeconds, durationSeconds } = item;
  const isInProgress = status === 'in_progress';
  const isFinished = status === 'finished' && !isPlaying;
  return (
    <p className={isFinished ? styles.finished : styles.status}>
      <StatusMark status={status} />
      <span className={styles.parts}>
        <span>{isPlaying ? t('sessions.card.playing') : t(`sessions.status.${status}`)}</span>
        {isInProgress && <span>{t('sessions.left', { count: wholeMinutes(durationSeconds - positionSeconds) })}</span>}
      </span>
    </p>
  );
}

/** An empty ring, a half one, a full one with a check: the words beside it say the same. */
function StatusMark({ status }: Pick<ContentItem, 'status'>) {
  return (
    <svg className={styles.mark} width="14" height="14" viewBox="0 0 14 14" fill="none" aria-hidden="true">
      <circle cx="7" cy="7" r="6" stroke="currentColor" strokeWidth="1.5" />
      {status === 'in_progress' && <path d="M7 3a4 4 0 0 1 0 8Z" fill="currentColor" />}
      {status === 'finished' && <path d="m4.2 7.2 2 2 3.6-4" stroke="currentColor" strokeWidth="1.6" />}
    </svg>
  );
}

const places = [1, 2, 3, 4, 5, 6];

/** As large as the first cards that take their place. */
export function CardSkeletons() {
  const { t } = useTranslation('site');
  return (
    <div aria-busy="true">
      <output className="unseen">{t('layout.loading')}</output>
      <div className={styles.grid} aria-hidden="true">
        {places.map((place) => (
          <div key={place} className={`${styles.card} ${styles.skeleton}`}>
            <div className={styles.picture} />
            <div className={styles.words}>
              <span className={styles.short} />
              <span className={styles.skeletonTitle} />
              <span className={styles.long} />
              <span className={styles.long} />
              <span className={styles.short} />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
