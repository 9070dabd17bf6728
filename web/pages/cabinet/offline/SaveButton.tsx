import { useTranslation } from 'react-i18next';
import { useState } from 'react';
import type { ContentItem } from '../content.ts';
import { useOnDevice, writeSize } from './saved.ts';
import styles from '../CardButton.module.css';
import { showError } from '../../../errors.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';

/** Whether this browser can keep anything. Live authoring has no worker. */
const canSave = (): boolean => import.meta.env.PROD && 'serviceWorker' in navigator && 'caches' in window;

/** Keeps a session on this device until the member removes it, and removes it. Nothing where the browser keeps nothing. */
export function SaveButton({ item: { id, title, durationSeconds } }: { readonly item: ContentItem }) {
  const { t, i18n } = useTranslation('cabinet');
  const { sessions, chosen, saving } = useOnDevice();
  const [isBusy, setBusy] = useState(false);
  if (!canSave()) return null;
  const isHere = sessions.some((one) => one.id === id);
  const isChosen = chosen.includes(id);
  const isSaving = isBusy || (isChosen && saving.includes(id));
  const state = isSaving ? 'saving' : !isChosen ? 'save' : isHere ? 'remove' : 'missing';
  const doesRemove = isChosen && state !== 'missing';
  const size = writeSize(durationSeconds * usualBytesPerSecond, i18n.language);
  const press = async () => {
    setBusy(!doesRemove);
    try {
      const { chooseSession, removeSession } = await import('./save-session.ts');
      await (doesRemove ? removeSession(id) : chooseSession(id));
    } catch (error) {
      showError(error, t);
    } finally {
      setBusy(false);
    }
  };
  return (
    <button
      type="button"
      className={styles.button}
      data-state={state}
      aria-label={t(`offline.buttons.${state}`, { title, size })}
      title={t(`offline.hints.${state}`, { size })}
      onClick={() => void press()}
    >
      {state === 'saving' ? <Spinner /> : <Icon path={paths[state]} size={22} />}
    </button>
  );
}

/** Of audio that the server makes; how large a recording is, is known once it is here. */
const usualBytesPerSecond = 8_000;

/** An arrow into a tray; a mark of what went wrong above it; a tray that is full. */
const paths = {
  save: 'M12 4.5v10m-4-4 4 4 4-4M5 15.5v4h14v-4',
  missing: 'M12 4v6.5m0 3.4v.1M5 15.5v4h14v-4',
  remove: 'm7.5 9.5 3.5 3.5 6-6.5M5 15.5v4h14v-4',
} as const;
