import { useCallback, useEffect, useRef, useState } from 'react';
import { serverNow } from '../../../session/server-time.ts';
import { useTranslation } from '../../../translation.tsx';
import { content, sessionToBegin, type ContentItem } from '../content.ts';
import { localDay } from '../local-day.ts';
import { useWhenSeen } from '../use-when-seen.ts';
import { withProgress } from './listening.ts';

/**
 * What to go on with as the page was opened, or looked at again: the session in progress that was listened to last, else
 * one that suits the listener and isn't finished. Once it is finished, another one. Null where there is none, undefined
 * until that is known.
 */
export function useNext(): ContentItem | null | undefined {
  const { locale } = useTranslation('cabinet');
  const [next, setNext] = useState<ContentItem | null>();
  const isFinished = next?.status === 'finished';
  const latest = useRef(0);
  const look = useCallback(async () => {
    const question = ++latest.current;
    const item = await readNext();
    if (question === latest.current) setNext((known) => (item === undefined ? (known ?? null) : item));
  }, []);
  useEffect(() => void look(), [look, locale, isFinished]);
  useWhenSeen(look);
  useEffect(() => content.onProgress((progress) => setNext((item) => item && withProgress([item], progress)[0]!)), []);
  return next;
}

/** Undefined where it can't be had: the list is worth showing without it. */
async function readNext(): Promise<ContentItem | null | undefined> {
  try {
    const dashboard = await content.dashboard(localDay(serverNow()));
    return dashboard.next ?? sessionToBegin(dashboard) ?? null;
  } catch {
    return undefined;
  }
}
