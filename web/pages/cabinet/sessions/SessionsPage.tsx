import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { isolate } from '../../../../engine/run/typed-text.ts';
import type { CatalogueTotals as Counted } from '../progress.ts';
import { isFiltered, useFilters } from './filters.ts';
import { Library } from './Library.tsx';
import { NextUp, useNext } from './NextUp.tsx';
import { useSessionList } from './session-list.ts';
import styles from './SessionsPage.module.css';
import { useAccessEnd } from '../use-access-end.ts';
import { useFailure } from '../use-failure.ts';
import { useKnownUser } from '../../../session/use-known-user.ts';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';
import { shownText } from '../../../ui/shown-text.ts';

/** CABINET_SESSIONS: the library, what has been listened to of it, and what to go on with. */
export function SessionsPage() {
  const { t } = useTranslation('cabinet');
  const name = useKnownUser()?.firstName;
  const known = useFilters();
  const list = useSessionList(known.filters);
  const failure = useFailure(list);
  const next = useNext();
  const endAccessOn = useAccessEnd();
  useEffect(() => endAccessOn(list.error), [endAccessOn, list.error]);
  const isEarly = !list.data || next === undefined;
  // The list that begins with it says it already.
  const isNextWanted = next && !isFiltered(known.filters) && next.item.id !== list.data?.items[0]?.id;
  return (
    <article className={styles.page}>
      <h1 className={styles.title}>
        {name ? shownText(t('sessions.heading_named', { name: isolate(name) })) : t('sessions.heading')}
      </h1>
      {(list.data || failure === null) && <CatalogueTotals totals={isEarly ? null : list.data} />}
      <Library
        known={known}
        list={list}
        failure={failure}
        isEarly={isEarly}
        lead={isNextWanted && <NextUp offer={next} />}
      />
    </article>
  );
}

const parts = ['total', 'completed', 'available', 'progress'] as const;

/**
 * How much of the library has been listened to, in a line (specification, section 2). As high without totals as with
 * them.
 */
function CatalogueTotals({ totals }: { readonly totals: Counted | null }) {
  const { t } = useTranslation('cabinet');
  const { total = 0, completed = 0, progress = 0 } = totals ?? {};
  const percent = t('sessions.totals.percent', { progress });
  return (
    <section className={totals ? styles.totals : styles.waiting} aria-label={t('sessions.totals.progress')}>
      <dl className={styles.parts}>
        {parts.map((part) => (
          <div key={part} className={styles.part}>
            <dt>{t(`sessions.totals.${part}`)}</dt>{' '}
            <dd className={styles.number}>{part === 'progress' ? percent : totals?.[part]}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.bar}>
        <ProgressBar
          value={completed}
          max={Math.max(1, total)}
          label={t('sessions.totals.progress')}
          text={t('sessions.totals.completed_of', { completed, total, percent })}
        />
      </div>
    </section>
  );
}
