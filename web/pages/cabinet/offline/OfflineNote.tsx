import { useEffect, useSyncExternalStore } from 'react';
import './install-prompt.ts';
import styles from './OfflineNote.module.css';
import { useSaved } from './saved.ts';
import type { ListenedPlayer } from './start-offline.ts';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/Icon.tsx';

// browsers offer it once, before the profile is opened

/** The page comes first: what has to be kept of it can wait so long. */
const startAfterMilliseconds = 3_000;

let isStarted = false;

/** Says that the browser is offline and what can be done meanwhile; saves what the player plays. */
export function OfflineNote({ player }: { readonly player: ListenedPlayer }) {
  const { t, i18n } = useTranslation('cabinet');
  const locale = i18n.language;
  const offline = useOffline();
  const saved = useSaved();
  useEffect(() => linkApp(locale), [locale]);
  useEffect(() => start(player), [player]);
  return (
    <output className={styles.place}>
      {offline && (
        <span className={styles.note}>
          <Icon name="alert" size={20} />
          {saved.size > 0 ? t('offline.note_saved') : t('offline.note')}
        </span>
      )}
    </output>
  );
}

/** Live authoring has no worker: it would show what was there before the last save. */
function start(player: ListenedPlayer): void {
  if (isStarted || !import.meta.env.PROD) return;
  isStarted = true;
  setTimeout(() => {
    import('./start-offline.ts').then(({ startOffline }) => startOffline(player)).catch(() => undefined); // offline
  }, startAfterMilliseconds);
}

/** Whether the browser knows that it is offline. With a connection that leads nowhere it doesn't. */
export function useOffline(): boolean {
  return useSyncExternalStore(follow, () => !navigator.onLine);
}

function follow(listener: () => void): () => void {
  const listening = new AbortController();
  for (const type of ['online', 'offline']) window.addEventListener(type, listener, { signal: listening.signal });
  return () => listening.abort();
}

/**
 * Makes the site installable, in this language. Pages of the cabinet come with the links already; a document that began
 * elsewhere, such as at LOGIN, gets them here.
 */
function linkApp(locale: string): void {
  link('manifest').href = `/app.${locale}.webmanifest`;
  link('apple-touch-icon').href = '/icons/apple-touch-icon.png';
}

function link(rel: string): HTMLLinkElement {
  const there = document.querySelector<HTMLLinkElement>(`link[rel="${rel}"]`);
  if (there) return there;
  const made = document.createElement('link');
  made.rel = rel;
  document.head.append(made);
  return made;
}
