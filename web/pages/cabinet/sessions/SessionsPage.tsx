import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { isolate } from '../../../../engine/run/typed-text.ts';
import { content } from '../content.ts';
import { noteFavourites } from '../favourites.ts';
import type { Totals as Counted } from '../progress.ts';
import { type Filters, useFilters } from './filters.ts';
import { Library } from './Library.tsx';
import { NextUp, NextUpSkeleton, useNext } from './NextUp.tsx';
import { createSessionList, type SessionListState } from './session-list.ts';
import styles from './SessionsPage.module.css';
import { useAccessEnd } from '../use-access-end.ts';
import { useWhenSeen } from '../use-when-seen.ts';
import { useKnownUser } from '../../../session/use-known-user.ts';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';
import { shownText } from '../../../ui/shown-text.ts';

/** CABINET_SESSIONS: the library, what has been listened to of it, and what to go on with. */
export function SessionsPage() {
  const { t } = useTranslation('cabinet');
  const name = useKnownUser()?.firstName;
  const known = useFilters();
  const { state, again, more } = useSessionList(known.filters);
  const next = useNext();
  const endAccessOn = useAccessEnd();
  const { shown, failure } = state;
  useEffect(() => endAccessOn(failure?.error), [endAccessOn, failure]);
  const showMore = async () => {
    try {
      await more();
    } catch (error) {
      endAccessOn(error);
      throw error;
    }
  };
  const isEarly = shown === null || next === undefined;
  return (
    <article className={styles.page}>
      <h1 className={styles.title}>
        {name ? shownText(t('sessions.heading_named', { name: isolate(name) })) : t('sessions.heading')}
      </h1>
      {(shown !== null || failure === null) && (
        <div className={styles.standing}>
          {isEarly ? <NextUpSkeleton /> : next && <NextUp offer={next} />}
          <Totals totals={isEarly ? null : shown.totals} />
        </div>
      )}
      <Library known={known} state={state} isEarly={isEarly} onRetry={() => void again()} onMore={showMore} />
    </article>
  );
}

const parts = ['total', 'completed', 'available'] as const;

/** How much of the library has been listened to (specification, section 2). As high without totals as with them. */
function Totals({ totals }: { readonly totals: Counted | null }) {
  const { t } = useTranslation('cabinet');
  const { total = 0, completed = 0, progress = 0 } = totals ?? {};
  const percent = t('sessions.totals.percent', { progress });
  return (
    <section className={totals ? styles.totals : styles.waiting} aria-label={t('sessions.totals.progress')}>
      <div className={styles.progress}>
        <p className={styles.line} aria-hidden="true">
          <span>{t('sessions.totals.progress')}</span>
          <strong className={styles.percent}>{percent}</strong>
        </p>
        <ProgressBar
          value={completed}
          max={Math.max(1, total)}
          label={t('sessions.totals.progress')}
          text={t('sessions.totals.completed_of', { completed, total, percent })}
        />
      </div>
      <dl className={styles.parts}>
        {parts.map((part) => (
          <div key={part} className={styles.part}>
            <dt className={styles.name}>{t(`sessions.totals.${part}`)}</dt>
            <dd className={styles.number}>{totals ? totals[part] : <>&nbsp;</>}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface AskedSessions {
  readonly state: SessionListState;
  /** Asks once more for what could not be loaded. */
  readonly again: () => Promise<void>;
  /** Appends the next page; rejects where it can't be loaded. */
  readonly more: () => Promise<void>;
}

/**
 * The sessions that match, in the language on the screen. They follow what is listened to, here and on other
 * pages, and on other devices when the page is looked at again.
 */
function useSessionList(filters: Filters): AskedSessions {
  const locale = useTranslation().i18n.language;
  const [list] = useState(() => createSessionList((query) => noteFavourites(content.list(query))));
  const state = useSyncExternalStore(list.onChange, list.state);
  const again = useCallback(() => list.ask(filters), [list, filters]);
  useEffect(() => void again(), [again, locale]);
  useEffect(() => content.onProgress(list.take), [list]);
  useWhenSeen(state.failure ? again : list.refresh);
  return { state, again, more: list.more };
}
