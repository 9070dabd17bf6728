import { readTabEntry, removeTabEntry, writeTabEntry } from '../../../session/tab-storage.ts';

/** How the visitor came back from Stripe's page. */
export interface StripeReturn {
  /** Our id of the payment. */
  readonly id: string;
  /** By a way back, so most likely without paying. */
  readonly back: boolean;
}

const maxIdLength = 100;
const begunKey = 'begunPayment';

/** What the query string of the payment page says; null where it names no payment. */
export function readStripeReturn(search: string): StripeReturn | null {
  const query = new URLSearchParams(search);
  const id = query.get('payment') ?? '';
  if (id === '' || id.length > maxIdLength) return null;
  return { id, back: query.has('back') };
}

/**
 * Remembers, in this tab, that it was left for Stripe's page: the browser's Back leads to an address without a query.
 */
export function saveBegunPayment(id: string): void {
  writeTabEntry(begunKey, id);
}

/** It has come back with the page as it was, which knows. */
export function removeBegunPayment(): void {
  removeTabEntry(begunKey);
}

/** How this tab came back: by the address, else by the browser's Back where a payment had begun. That counts once. */
export function takeStripeReturn(search: string): StripeReturn | null {
  const id = readTabEntry(begunKey);
  removeBegunPayment();
  return readStripeReturn(search) ?? (id === null ? null : { id, back: true });
}
