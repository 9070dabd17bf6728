import { useCallback, useEffect, useRef, useState } from 'react';
import { payments, type Purchases } from '../../../session/payments.ts';

interface PurchasesState {
  /** Null until they are known. */
  readonly purchases: Purchases | null;
  /** They could not be loaded, and none are known from before. */
  readonly failed: boolean;
  /** Loads them, and the user, anew; what is known stays on the screen meanwhile, and where it fails. Never rejects. */
  readonly refresh: () => Promise<void>;
  /** The same without the user. */
  readonly load: () => Promise<void>;
}

/** What the user has bought, once `load` was called. */
export function usePurchases(): PurchasesState {
  const [purchases, setPurchases] = useState<Purchases | null>(null);
  const [failed, setFailed] = useState(false);
  const latest = useRef(0);

  const load = useCallback(async () => {
    const request = ++latest.current;
    try {
      const loaded = await payments.list();
      if (request !== latest.current) return;
      setPurchases(loaded);
      setFailed(false);
    } catch {
      if (request === latest.current) setFailed(true);
    }
  }, []);
  const refresh = useCallback(async () => {
    await Promise.all([payments.reloadUser().catch(() => undefined), load()]);
  }, [load]);

  return { purchases, failed: failed && purchases === null, load, refresh };
}

/** While wanted, does it whenever the tab is looked at again, Back brings the page, or the network is back. */
export function useWhenSeen(act: () => Promise<void>, wanted: boolean): void {
  useEffect(() => {
    if (!wanted) return undefined;
    const listening = new AbortController();
    const options = { signal: listening.signal };
    const look = () => document.visibilityState === 'visible' && void act();
    document.addEventListener('visibilitychange', look, options);
    window.addEventListener('online', look, options);
    window.addEventListener('pageshow', ({ persisted }) => persisted && void act(), options);
    return () => listening.abort();
  }, [act, wanted]);
}
