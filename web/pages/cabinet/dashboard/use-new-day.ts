import { useEffect } from 'react';
import { serverNow } from '../../../session/server-time.ts';
import { localDay } from '../times.ts';

/** Asked of the clock, as a timer until midnight would stand still while the computer sleeps. */
const checkMilliseconds = 30_000;

/** Does it whenever another day has begun on the visitor's calendar. */
export function useNewDay(act: () => Promise<void>): void {
  useEffect(() => {
    let day = localDay(serverNow());
    const timer = setInterval(() => {
      const today = localDay(serverNow());
      if (today === day) return;
      day = today;
      void act();
    }, checkMilliseconds);
    return () => clearInterval(timer);
  }, [act]);
}
