import { useEffect, useState } from 'react';
import { useTranslation } from '../../../translation.tsx';
import { content, type ContentItem } from '../content.ts';
import { localDay } from '../local-day.ts';
import { withProgress } from './listening.ts';

/**
 * What to go on with as the page was opened: the session in progress that was listened to last, else one that suits the
 * listener and isn't finished. Once it is finished, another one. Null where there is none, undefined until that is known.
 */
export function useNext(): ContentItem | null | undefined {
  const { locale } = useTranslation('cabinet');
  const [next, setNext] = useState<ContentItem | null>();
  const isFinished = next?.status === 'finished';
  useEffect(() => {
    let isWanted = true;
    void readNext().then((item) => isWanted && setNext(item));
    return () => {
      isWanted = false;
    };
  }, [locale, isFinished]);
  useEffect(() => content.onProgress((progress) => setNext((item) => item && withProgress([item], progress)[0]!)), []);
  return next;
}

/** The list is worth showing without it. */
async function readNext(): Promise<ContentItem | null> {
  try {
    const { next, recommended } = await content.dashboard(localDay(new Date()));
    return next ?? recommended[0] ?? null;
  } catch {
    return null;
  }
}
