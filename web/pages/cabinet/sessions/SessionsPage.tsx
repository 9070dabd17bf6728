import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { isolate } from '../../../../engine/run/typed-text.ts';
import type { CatalogueTotals as Counted } from '../progress.ts';
import { useFilters } from './filters.ts';
import { Library } from './Library.tsx';
import { NextUp, NextUpSkeleton, useNext } from './NextUp.tsx';
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
  return (
    <article className={styles.page}>
      <h1 className={styles.title}>
        {name ? shownText(t('sessions.heading_named', { name: isolate(name) })) : t('sessions.heading')}
      </h1>
      {(list.data || failure === null) && (
        <div className={styles.standing}>
          {isEarly ? <NextUpSkeleton /> : next && <NextUp offer={next} />}
          <CatalogueTotals totals={isEarly ? null : list.data} />
        </div>
      )}
      <Library known={known} list={list} failure={failure} isEarly={isEarly} />
    </article>
  );
}

const parts = ['total', 'completed', 'available'] as const;

/** How much of the library has been listened to (specification, section 2). As high without totals as with them. */
function CatalogueTotals({ totals }: { readonly totals: Counted | null }) {
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
