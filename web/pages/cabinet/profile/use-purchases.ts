import { useCallback, useEffect, useRef, useState } from 'react';
import { payments, type Purchases } from '../../../session/payments.ts';

/** What the user has bought, as far as it is known here. */
export type PurchasesState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'loaded'; readonly purchases: Purchases };

/** What is known of purchases, and what has it brought up to date. Neither function ever rejects. */
export interface KnownPurchases {
  readonly state: PurchasesState;
  /** They may have changed elsewhere: loads them anew. What is known stays meanwhile, and where that fails. */
  readonly look: () => Promise<void>;
  /** They were changed here: loads them anew, and the user too, whose access may have ended. */
  readonly reload: () => Promise<void>;
}

/** Loads what the user has bought, and again when asked to. */
export function usePurchases(): KnownPurchases {
  const [state, setState] = useState<PurchasesState>({ kind: 'loading' });
  const latest = useRef(0);
  const take = useCallback(async (keepsKnown: boolean) => {
    const request = ++latest.current;
    const seen = await load();
    if (request !== latest.current) return; // a later answer counts
    setState((known) => (keepsKnown && seen.kind === 'failed' && known.kind === 'loaded' ? known : seen));
  }, []);
  const look = useCallback(() => take(true), [take]);
  const reload = useCallback(async () => {
    // Where the user can't be loaded, the next page that is entered asks again.
    await Promise.all([take(false), payments.reloadUser().catch(() => undefined)]);
  }, [take]);
  useEffect(() => void load().then((loaded) => latest.current === 0 && setState(loaded)), []);
  return { state, look, reload };
}

async function load(): Promise<PurchasesState> {
  try {
    return { kind: 'loaded', purchases: await payments.list() };
  } catch (error) {
    return { kind: 'failed', error };
  }
}
