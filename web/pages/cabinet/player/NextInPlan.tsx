import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { type Offer, sessionAfter } from '../content.ts';
import { dashboardQuery, type DatedDashboard } from '../dashboard-query.ts';
import { PlaySession, useLength, usePlaying } from '../PlaySession.tsx';
import { useFailure } from '../use-failure.ts';
import styles from './NextInPlan.module.css';

/** What follows a session. It never begins by itself: the listener may be asleep. Nothing where that isn't known. */
export function NextInPlan({ id }: { readonly id: string }) {
  const locale = useTranslation().i18n.language;
  const select = useCallback(({ dashboard }: DatedDashboard) => sessionAfter(dashboard, id), [id]);
  const query = useQuery({ ...dashboardQuery(locale), select });
  const failure = useFailure(query);
  if (query.data === undefined) return failure === null && <div className={styles.waiting} />;
  return query.data && <Next offer={query.data} />;
}

function Next({ offer: { item, week } }: { readonly offer: Offer }) {
  const { t } = useTranslation('cabinet');
  const playing = usePlaying(item.id);
  const length = useLength(item);
  const heading = week === null ? t('player.next') : t('player.next_in_plan', { week });
  return (
    <section className={styles.next} aria-label={heading}>
      <img className={styles.picture} src={item.imageUrl} width={48} height={48} alt="" />
      <div className={styles.words}>
        <p className={styles.facts}>{heading}</p>
        <p className={styles.title}>{item.title}</p>
        <p className={styles.facts}>{length}</p>
      </div>
      <PlaySession item={item} {...playing} look="cover" />
    </section>
  );
}
