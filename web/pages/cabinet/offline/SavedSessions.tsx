import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { content, type ContentItem } from '../content.ts';
import { PlaySession, usePlaying } from '../PlaySession.tsx';
import { SaveButton } from './SaveButton.tsx';
import { type SavedSession, useOnDevice, writeSize } from './saved.ts';
import styles from './SavedSessions.module.css';
import card from '../CardButton.module.css';
import { showError } from '../../../errors.ts';
import { Icon } from '../../../ui/Icon.tsx';

interface Props {
  readonly sessions: readonly SavedSession[];
  /** The list, which can have the focus. */
  readonly ref: Ref<HTMLUListElement>;
}

/** What is on this device, how much room it takes, and what takes it away. */
export function SavedSessions({ sessions, ref }: Props) {
  const { t, i18n } = useTranslation('cabinet');
  const locale = i18n.language;
  const ids = sessions.map(({ id }) => id);
  const { data: items = [] } = useQuery({
    queryKey: ['on this device', locale, ids],
    queryFn: () => loadItems(ids),
    placeholderData: keepPreviousData,
  });
  const total = sessions.reduce((sum, { bytes }) => sum + bytes, 0);
  return (
    <>
      <p className={styles.total}>
        {t('offline.list.total', { count: sessions.length, size: writeSize(total, locale) })}
      </p>
      <ul ref={ref} tabIndex={-1} className={styles.list} aria-label={t('offline.list.title')}>
        {sessions.map(({ id, bytes }) => {
          const item = items.find((each) => each.id === id);
          return item && <SavedRow key={id} item={item} size={writeSize(bytes, locale)} />;
        })}
      </ul>
    </>
  );
}

function SavedRow({ item, size }: { readonly item: ContentItem; readonly size: string }) {
  const { t } = useTranslation('cabinet');
  const playing = usePlaying(item.id);
  const isChosen = useOnDevice().chosen.includes(item.id);
  const remove = async () => {
    try {
      await (await import('./save-session.ts')).removeSession(item.id);
    } catch (error) {
      showError(error, t);
    }
  };
  return (
    <li className={styles.row}>
      <PlaySession item={item} {...playing} look="round" />
      <div className={styles.words}>
        <p className={styles.title}>{item.title}</p>
        <p className={styles.facts}>
          {size}
          {!isChosen && ` · ${t('offline.list.played')}`}
        </p>
      </div>
      {!isChosen && <SaveButton item={item} />}
      <button
        type="button"
        className={card.button}
        aria-label={t('offline.buttons.remove', { title: item.title })}
        onClick={() => void remove()}
      >
        <Icon name="close" size={20} />
      </button>
    </li>
  );
}

/** Those that the server or this device knows. */
async function loadItems(ids: readonly string[]): Promise<readonly ContentItem[]> {
  const items = await Promise.all(ids.map((id) => content.one(id).catch(() => null)));
  return items.filter((item) => item !== null);
}
