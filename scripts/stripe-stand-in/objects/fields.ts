import { randomBytes } from 'node:crypto';
import type { Stripe } from 'stripe';

/** What an object is made of: some of its fields, these among them; the others are usual. */
export type Parts<Whole, Needed extends keyof Whole> = Partial<Whole> & Pick<Whole, Needed>;

/** Fields that Stripe has and this product never uses: each of them null. */
export function nulls<Name extends string>(...names: readonly Name[]): Record<Name, null> {
  return Object.fromEntries(names.map((name) => [name, null])) as Record<Name, null>;
}

type Reference = string | { readonly id: string };

/** The id of what may be expanded. Nothing is kept expanded here. */
export function idOf(reference: Reference): string;
export function idOf(reference: Reference | null | undefined): string | null;
export function idOf(reference: Reference | null | undefined): string | null {
  return typeof reference === 'object' ? (reference?.id ?? null) : (reference ?? null);
}

/** A list that has everything, as it stands inside of another object. */
export function wholeList<Item>(url: string, data: readonly Item[]): Stripe.ApiList<Item> {
  return { object: 'list', data: [...data], has_more: false, url };
}

/** The version whose shapes these are, the one of the SDK. */
export const apiVersion = '2026-10-28.endive';

/** What every object begins with: an id that says what it is, the kind, and that no money moves. */
export function newObject<Kind extends string>(prefix: string, object: Kind) {
  return { id: newId(prefix), object, livemode: false as const };
}

/** An id as Stripe makes them: what it is, and 24 letters and digits. */
export function newId(prefix: string): string {
  let id = `${prefix}_`;
  for (const byte of randomBytes(24)) id += alphabet[byte % alphabet.length];
  return id;
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
