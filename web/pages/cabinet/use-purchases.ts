import { useQuery, useQueryClient } from '@tanstack/react-query';
import { payments, type Purchases } from './payments.ts';
import { useKnownUser } from '../../session/use-known-user.ts';
import { useFailure } from './use-failure.ts';

/** What the user has bought, as far as it is known here. */
export type PurchasesState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: Error }
  | { readonly kind: 'loaded'; readonly purchases: Purchases };

/** What is known of purchases, and what brings it up to date, with the user. Neither function ever rejects. */
export interface KnownPurchases {
  readonly state: PurchasesState;
  /** Whether they are being loaded, for the first time or again. */
  readonly isFetching: boolean;
  /** They may have changed elsewhere: loads them again. What is known stays meanwhile, and where that fails. */
  readonly refresh: () => Promise<unknown>;
  /** They were changed here: loads them again. What was known is wrong by now, also where that fails. */
  readonly reload: () => Promise<void>;
}

/** The queries whose keys begin with it are about what the user has bought. */
export const purchasesKey = 'purchases';

interface Options {
  /** While false, nothing is loaded. */
  readonly enabled?: boolean;
}

/** What the user has bought. */
export function usePurchases({ enabled = true }: Options = {}): KnownPurchases {
  const userId = useKnownUser()?.id;
  const client = useQueryClient();
  const query = useQuery({
    queryKey: [purchasesKey, userId],
    queryFn: loadWithUser,
    enabled: enabled && userId !== undefined,
  });
  const failure = useFailure(query);
  const { data: purchases, isFetching, refetch } = query;
  const reload = async () => {
    const { isError } = await refetch();
    if (isError) await client.resetQueries({ queryKey: [purchasesKey] });
  };
  return { state: stateOf(purchases, failure), isFetching, refresh: refetch, reload };
}

/** Ends once the user is here too: a plan beside the access of yesterday would look like one on hold. */
async function loadWithUser(): Promise<Purchases> {
  if (isBackFromPortal()) {
    const purchases = await payments.list({ fresh: true });
    await payments.reloadUser().catch(() => undefined);
    const { pathname, hash } = location;
    history.replaceState(history.state, '', `${pathname}${hash}`);
    return purchases;
  }
  const user = payments.reloadUser().catch(() => undefined);
  try {
    return await payments.list({ fresh: false });
  } finally {
    await user;
  }
}

/** Stripe's portal leads here: what was changed there may not be known yet. */
function isBackFromPortal(): boolean {
  return new URLSearchParams(location.search).has('fresh');
}

function stateOf(purchases: Purchases | undefined, error: Error | null): PurchasesState {
  if (purchases) return { kind: 'loaded', purchases };
  return error === null ? { kind: 'loading' } : { kind: 'failed', error };
}
