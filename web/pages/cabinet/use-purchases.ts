import { payments, type Purchases } from './payments.ts';
import { useKnownUser } from '../../session/use-known-user.ts';
import { type Answer, usePageQuery } from './page-query.ts';

/** What the user has bought, as far as it is known here. */
export type PurchasesState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'loaded'; readonly purchases: Purchases };

/** What is known of purchases, and what brings it up to date, with the user. Neither function ever rejects. */
export interface KnownPurchases {
  readonly state: PurchasesState;
  /** They may have changed elsewhere: loads them again. What is known stays meanwhile, and where that fails. */
  readonly refresh: () => Promise<void>;
  /** They were changed here: loads them again. What was known is wrong by now, also where that fails. */
  readonly reload: () => Promise<void>;
}

/** Names the question, for `refetchQueries`. */
export const purchasesQuestion = 'purchases';

interface Options {
  /** While false, nothing is loaded. */
  readonly enabled?: boolean;
  readonly refetchOnFocus?: boolean;
}

/** What the user has bought. */
export function usePurchases({ enabled = true, refetchOnFocus = false }: Options = {}): KnownPurchases {
  const userId = useKnownUser()?.id;
  const query = usePageQuery({
    key: [purchasesQuestion, userId],
    load: loadWithUser,
    enabled: enabled && userId !== undefined,
    refetchOnFocus,
  });
  const { refresh, update } = query;
  const reload = async () => {
    await refresh();
    update(({ value, error }) => ({ value: error === null ? value : undefined, error }));
  };
  return { state: stateOf(query), refresh, reload };
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

function stateOf({ value, error }: Answer<Purchases>): PurchasesState {
  if (value) return { kind: 'loaded', purchases: value };
  return error === null ? { kind: 'loading' } : { kind: 'failed', error };
}
