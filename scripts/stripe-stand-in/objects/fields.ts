import { randomBytes } from 'node:crypto';
import type { Stripe } from 'stripe';

/** Fields that Stripe has and this product never uses: each of them null. */
export function nulls<Name extends string>(...names: readonly Name[]): Record<Name, null> {
  return Object.fromEntries(names.map((name) => [name, null])) as Record<Name, null>;
}

/** The id of what may be expanded. Nothing is kept expanded here. */
export function idOf(reference: string | { readonly id: string }): string;
export function idOf(reference: string | { readonly id: string } | null | undefined): string | null;
export function idOf(reference: string | { readonly id: string } | null | undefined): string | null {
  if (reference === null || reference === undefined) return null;
  return typeof reference === 'string' ? reference : reference.id;
}

/** A list that has everything, as it stands inside of another object. */
export function wholeList<Item>(url: string, data: readonly Item[]): Stripe.ApiList<Item> {
  return { object: 'list', data: [...data], has_more: false, url };
}

/** The version whose shapes these are, the one of the SDK. */
export const apiVersion = '2026-10-28.endive';

/** An id as Stripe makes them: what it is, and 24 letters and digits. */
export function newId(prefix: string): string {
  let id = `${prefix}_`;
  for (const byte of randomBytes(24)) id += alphabet[byte % alphabet.length];
  return id;
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
