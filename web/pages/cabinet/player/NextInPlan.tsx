import { useTranslation } from 'react-i18next';
import { content, sessionAfter } from '../content.ts';
import { usePageQuery, useProgress } from '../page-query.ts';
import { PlaySession, useLength, usePlaying } from '../PlaySession.tsx';
import { dashboardWithProgress } from '../progress.ts';
import { localDay } from '../times.ts';
import styles from './NextInPlan.module.css';
import type { Offer } from '../content.ts';
import { serverNow } from '../../../session/server-time.ts';

const load = () => content.dashboard(localDay(serverNow()));

/** What follows a session. It never begins by itself: the listener may be asleep. Nothing where that isn't known. */
export function NextInPlan({ id }: { readonly id: string }) {
  const locale = useTranslation().i18n.language;
  const { value, error, update } = usePageQuery({ key: ['what follows', locale], load });
  useProgress((progress) =>
    update(({ value: dashboard, ...rest }) => ({
      value: dashboard && dashboardWithProgress(dashboard, progress),
      ...rest,
    })),
  );
  if (!value) return error === null && <div className={styles.waiting} />;
  const offer = sessionAfter(value, id);
  return offer && <Next offer={offer} />;
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
