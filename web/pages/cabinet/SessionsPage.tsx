import { useEffect } from 'react';
import { useKnownUser } from '../../session/use-known-user.ts';
import { useTranslation } from '../../translation.tsx';
import { Library } from './sessions/Library.tsx';
import { NextUp, NextUpSkeleton } from './sessions/NextUp.tsx';
import { Totals } from './sessions/Totals.tsx';
import { useAccessEnd } from './sessions/use-access-end.ts';
import { useFilters } from './sessions/use-filters.ts';
import { useNext } from './sessions/use-next.ts';
import { useSessionList } from './sessions/use-session-list.ts';
import styles from './SessionsPage.module.css';

/** CABINET_SESSIONS: the library, what has been listened to of it, and what to go on with. */
export function SessionsPage() {
  const { t } = useTranslation('cabinet');
  const name = useKnownUser()?.firstName;
  const known = useFilters();
  const { state, again, more } = useSessionList(known.filters);
  const next = useNext();
  const told = useAccessEnd();
  const { shown, failure } = state;
  useEffect(() => told(failure?.error), [told, failure]);
  const showMore = async () => {
    try {
      await more();
    } catch (error) {
      told(error);
      throw error;
    }
  };
  const isEarly = shown === null || next === undefined;
  return (
    <article className={styles.page}>
      <h1 className={styles.title}>{name ? t('sessions.heading_named', { name }) : t('sessions.heading')}</h1>
      {(shown !== null || failure === null) && (
        <div className={styles.standing}>
          {isEarly ? <NextUpSkeleton /> : next && <NextUp item={next} />}
          <Totals totals={isEarly ? null : shown.totals} />
        </div>
      )}
      <Library known={known} state={state} isEarly={isEarly} onRetry={() => void again()} onMore={showMore} />
    </article>
  );
}
