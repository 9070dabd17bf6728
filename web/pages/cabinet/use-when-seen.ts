import { useEffect } from 'react';

/** While wanted, does it whenever the tab is looked at again, Back brings the page, or the network is back. */
export function useWhenSeen(act: () => Promise<void>, wanted = true): void {
  useEffect(() => {
    if (!wanted) return undefined;
    const listening = new AbortController();
    const options = { signal: listening.signal };
    const onVisible = () => document.visibilityState === 'visible' && void act();
    document.addEventListener('visibilitychange', onVisible, options);
    window.addEventListener('online', onVisible, options);
    window.addEventListener('pageshow', ({ persisted }) => persisted && void act(), options);
    return () => listening.abort();
  }, [act, wanted]);
}
