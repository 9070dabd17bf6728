import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto';
import { siteLocales } from '../../../engine/model.ts';
import type { KeyRing } from '../../platform/keys.ts';
import type { Language } from '../../../schemas/api/values.ts';

/** Who may hear what, in which language. */
export interface AudioTicket {
  readonly contentId: string;
  readonly userId: string;
  /** Of the log-in: when it ends, so does the ticket. */
  readonly loginId: string;
  readonly locale: Language;
}

/** One that was read, with when it was issued. */
export interface IssuedTicket extends AudioTicket {
  readonly issuedAt: Date;
}

/** How long an address is good for. What plays goes on: a stream that has begun is not cut off. */
export const audioAddressSeconds = 3_600;

/** Raised when the layout changes: addresses of another one no longer work. */
const layoutVersion = 1;

/** Version, locale, time of expiry, user, session. */
const claimsLength = 1 + 1 + 4 + 16 + 16;
const signatureLength = 32;

/**
 * The address of a session's audio, from the root of the API host: signed (HMAC-SHA256), for this user while this
 * session of the account lives, and for an hour from `now`.
 */
export function issueAudioUrl([key]: KeyRing, { now, ...ticket }: AudioTicket & { readonly now: Date }): string {
  const claims = Buffer.alloc(claimsLength);
  claims.writeUInt8(layoutVersion, 0);
  claims.writeUInt8(siteLocales.indexOf(ticket.locale), 1);
  claims.writeUInt32BE(Math.floor(now.getTime() / 1_000) + audioAddressSeconds, 2);
  writeUuid(claims, ticket.userId, 6);
  writeUuid(claims, ticket.loginId, 22);
  const text = Buffer.concat([claims, signatureOf(key, ticket.contentId, claims)]).toString('base64url');
  return `/api/v1/content/${encodeURIComponent(ticket.contentId)}/audio/${text}/`;
}

/** What an address of ours says; `expired` for one that is too old, and null for what we have not made. */
export function readAudioTicket(
  keys: KeyRing,
  { contentId, ticket, now }: { readonly contentId: string; readonly ticket: string; readonly now: Date },
): IssuedTicket | 'expired' | null {
  const bytes = Buffer.from(ticket, 'base64url');
  // The decoder is lenient; only the text that was issued counts.
  if (bytes.length !== claimsLength + signatureLength || bytes.toString('base64url') !== ticket) return null;
  const claims = bytes.subarray(0, claimsLength);
  const signature = bytes.subarray(claimsLength);
  if (!keys.some((key) => timingSafeEqual(signatureOf(key, contentId, claims), signature))) return null;
  const locale = siteLocales[claims.readUInt8(1)];
  if (claims.readUInt8(0) !== layoutVersion || locale === undefined) return null;
  const expiresAt = claims.readUInt32BE(2);
  if (expiresAt * 1_000 <= now.getTime()) return 'expired';
  const issuedAt = new Date((expiresAt - audioAddressSeconds) * 1_000);
  return { contentId, userId: readUuid(claims, 6), loginId: readUuid(claims, 22), locale, issuedAt };
}

/** The claims have a fixed length, so that no content id can be taken for a part of them. */
function signatureOf(key: KeyObject, contentId: string, claims: Buffer): Buffer {
  return createHmac('sha256', key).update(claims).update(contentId).digest();
}

function writeUuid(bytes: Buffer, uuid: string, offset: number): void {
  bytes.write(uuid.replaceAll('-', ''), offset, 16, 'hex');
}

function readUuid(bytes: Buffer, offset: number): string {
  const hex = bytes.toString('hex', offset, offset + 16);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
