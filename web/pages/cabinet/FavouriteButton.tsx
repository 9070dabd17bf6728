import { useTranslation } from 'react-i18next';
import type { ContentItem } from './content.ts';
import { setFavourite, useFavourite } from './favourites.ts';
import styles from './CardButton.module.css';
import { showError } from '../../errors.ts';

/** A heart that makes a session one of the member's favourites, and none again. */
export function FavouriteButton({ item }: { readonly item: ContentItem }) {
  const { t } = useTranslation('cabinet');
  const isFavourite = useFavourite(item);
  const toggle = () => void setFavourite(item.id, !isFavourite).catch((error: unknown) => showError(error, t));
  return (
    <button
      type="button"
      className={styles.button}
      aria-pressed={isFavourite}
      aria-label={t('sessions.card.favourite', { title: item.title })}
      onClick={toggle}
    >
      <Heart isFull={isFavourite} />
    </button>
  );
}

export function Heart({ isFull }: { readonly isFull: boolean }) {
  return (
    <svg width="22" height="22" viewBox="0 0 24 24" fill={isFull ? 'currentColor' : 'none'} aria-hidden="true">
      <path
        d="M12 19.6 4.9 12.4a4.4 4.4 0 0 1 0-6.3 4.5 4.5 0 0 1 6.3 0l.8.8.8-.8a4.5 4.5 0 0 1 6.3 0 4.4 4.4 0 0 1 0 6.3Z"
        stroke="currentColor"
        strokeWidth="1.9"
        strokeLinejoin="round"
      />
    </svg>
  );
}
