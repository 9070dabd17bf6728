import { randomBytes } from 'node:crypto';

/** An id as Stripe makes them: what it is, and 24 letters and digits. */
export function newId(prefix: string): string {
  let id = `${prefix}_`;
  for (const byte of randomBytes(24)) id += alphabet[byte % alphabet.length];
  return id;
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
