import { useCallback, useRef, useState } from 'react';
import { payments, type Purchases } from './payments.ts';

/** What the user has bought, as far as it is known here. */
export type PurchasesState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'loaded'; readonly purchases: Purchases };

/** What is known of purchases, and what has it brought up to date, with the user. Neither function ever rejects. */
export interface KnownPurchases {
  readonly state: PurchasesState;
  /** They may have changed elsewhere: loads them anew. What is known stays meanwhile, and where that fails. */
  readonly look: () => Promise<void>;
  /** They were changed here: loads them anew. What was known is wrong by now, also where that fails. */
  readonly reload: () => Promise<void>;
}

/** What the user has bought, once `look` was called. */
export function usePurchases(): KnownPurchases {
  const [state, setState] = useState<PurchasesState>({ kind: 'loading' });
  const latest = useRef(0);
  const take = useCallback(async (keepsKnown: boolean) => {
    const request = ++latest.current;
    // Told of once the user is here too: a plan beside the access of yesterday would look like one on hold.
    const [seen] = await Promise.all([load(), payments.reloadUser().catch(() => undefined)]);
    if (request !== latest.current) return; // a later answer counts
    setState((known) => (keepsKnown && seen.kind === 'failed' && known.kind === 'loaded' ? known : seen));
  }, []);
  const look = useCallback(() => take(true), [take]);
  const reload = useCallback(() => take(false), [take]);
  return { state, look, reload };
}

async function load(): Promise<PurchasesState> {
  try {
    return { kind: 'loaded', purchases: await payments.list() };
  } catch (error) {
    return { kind: 'failed', error };
  }
}
