import { useEffect } from 'react';
import { useTranslation } from '../../../translation.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import './install-prompt.ts'; // browsers offer it once, before anybody opens the profile
import { linkApp } from './link-app.ts';
import styles from './OfflineNote.module.css';
import { useOffline } from './use-offline.ts';
import { useSaved } from './saved.ts';

/** The page comes first: what has to be kept of it can wait so long. */
const startAfterMilliseconds = 3_000;

let isStarted = false;

/** Says that there is no line and what can be done without one; nothing while there is one. */
export function OfflineNote() {
  const { t, locale } = useTranslation('cabinet');
  const offline = useOffline();
  const saved = useSaved();
  useEffect(() => linkApp(locale), [locale]);
  useEffect(start, []);
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
function start(): void {
  if (isStarted || !import.meta.env.PROD) return;
  isStarted = true;
  setTimeout(() => {
    import('./start-offline.ts').then(({ startOffline }) => startOffline()).catch(() => undefined); // no line
  }, startAfterMilliseconds);
}
