import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { type Offer, offerOf } from '../content.ts';
import { dashboardQuery, type DatedDashboard } from '../dashboard-query.ts';
import { useFailure } from '../use-failure.ts';
import { PlaySession, useLength, usePlaying } from '../PlaySession.tsx';
import styles from './NextUp.module.css';
import { useTranslation } from 'react-i18next';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';

/** The session that the listener is in the middle of, or that they could begin with. */
export function NextUp({ offer: { item, week } }: { readonly offer: Offer }) {
  const playing = usePlaying(item.id);
  const length = useLength(item);
  const { title, status, positionSeconds, durationSeconds } = item;
  const isInProgress = status === 'in_progress';
  const heading = useOfferHeading({ item, week });
  return (
    <section className={styles.next} aria-label={heading}>
      <img className={styles.picture} src={item.imageUrl} width={400} height={400} alt="" />
      <div className={styles.words}>
        <p className={styles.kind}>
          {heading}
          <span className={styles.length}> · {length}</span>
        </p>
        <p className={styles.title}>{title}</p>
        <div className={styles.line} aria-hidden="true">
          {isInProgress && <ProgressBar value={positionSeconds} max={Math.max(1, durationSeconds)} label="" />}
        </div>
      </div>
      <PlaySession item={item} {...playing} look="cover" />
    </section>
  );
}

/** As large as what takes its place. */
export function NextUpSkeleton() {
  return (
    <div className={styles.next} aria-hidden="true">
      <div className={styles.picture} />
      <div className={styles.words}>
        <p className={styles.kind}>&nbsp;</p>
        <p className={styles.title}>&nbsp;</p>
        <div className={styles.line} />
      </div>
    </div>
  );
}

/**
 * What to go on with as the page was opened, or looked at again: the session in progress that was listened to last, else
 * one that suits the listener and isn't finished. Once it is finished, another one. Null where there is none or it can't
 * be loaded (the list is worth showing without it), undefined until that is known.
 */
export function useNext(): Offer | null | undefined {
  const locale = useTranslation().i18n.language;
  const query = useQuery({ ...dashboardQuery(locale), select: selectOffer });
  const { data, refetch } = query;
  const failure = useFailure(query);
  const isFinished = data?.item.status === 'finished';
  useEffect(() => {
    if (isFinished) void refetch();
  }, [isFinished, refetch]);
  return failure === null ? data : null;
}

const selectOffer = ({ dashboard }: DatedDashboard) => offerOf(dashboard);

/** What is said above what is offered. */
export function useOfferHeading({ item, week }: Offer): string {
  const { t } = useTranslation('cabinet');
  if (item.status === 'in_progress') return t('sessions.next.continue');
  return week === null ? t('sessions.next.begin') : t('sessions.next.week', { week });
}
