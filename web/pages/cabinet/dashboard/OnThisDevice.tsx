import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { SavedSessions } from '../offline/SavedSessions.tsx';
import { useOnDevice } from '../offline/saved.ts';
import { useRestoredFocus } from '../use-restored-focus.ts';
import { Part } from './Part.tsx';

/** The sessions that can be played here while offline; nothing where there are none. */
export function OnThisDevice() {
  const { t } = useTranslation('cabinet');
  const { sessions } = useOnDevice();
  const list = useRef<HTMLUListElement>(null);
  useRestoredFocus(list, (place) => place);
  if (sessions.length === 0) return null;
  return (
    <Part title={t('offline.list.title')}>
      <SavedSessions ref={list} sessions={sessions} />
    </Part>
  );
}
