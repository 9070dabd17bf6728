import { idOf } from '../objects/id-of.ts';
import type { Books } from './books.ts';

const linkLifetimeSeconds = 30 * 24 * 3_600;
const links: ReadonlySet<string> = new Set(['hosted_invoice_url', 'invoice_pdf', 'receipt_url']);

/** The same object with links to invoices and receipts that work for 30 days from now, as Stripe makes them anew. */
export function withFreshLinks<Value extends object>(books: Books, object: Value): Value {
  const text = JSON.stringify(object, function (this: Linked, name, value: unknown) {
    if (!links.has(name) || typeof value !== 'string') return value;
    return value.replace(/\/((?:in|ch)_\w+)(?:\.\d+)?/, `/$1.${books.timeOf(idOf(this.customer))}`);
  });
  return JSON.parse(text) as Value;
}

interface Linked {
  readonly customer?: string | { readonly id: string } | null;
}

/** What a link leads to: the id in it, and whether it was made less than 30 days ago. */
export function readLink(link: string): { readonly id: string; readonly isFresh: (now: number) => boolean } {
  const [id = '', madeAt] = link.split('.');
  return { id, isFresh: (now) => now - Number(madeAt ?? -Infinity) < linkLifetimeSeconds };
}
