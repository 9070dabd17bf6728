import type { Piece } from './sound-maker.ts';
import type { IncomingMessage } from 'node:http';
import { readAccessToken } from '../../accounts/tokens.ts';
import { isLive } from '../../accounts/sessions.ts';
import type { Database } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/problem.ts';
import { bearerTokenOf } from '../../platform/http/secret-token.ts';
import type { Keys } from '../../keys.ts';
import { readAudioTicket, type AudioTicket } from './address.ts';

export interface ListenerParts {
  readonly database: Database;
  readonly keys: Pick<Keys, 'accessToken' | 'audioAddress'>;
  readonly now: () => Date;
  /** Where the site is on another host, its cookies don't come: then the address alone lets in. */
  readonly isAddressEnough: boolean;
}

/** What somebody may hear now. */
export interface Permission {
  readonly userId: string;
  readonly piece: Piece;
  /** A file in the folder of recordings or an https address; null where the audio is made. */
  readonly recording: string | null;
}

interface Asked {
  readonly contentId: string;
  readonly ticket: string;
}

/**
 * Finds out whether the request may hear what its address is for, and what that is. It needs an address of ours that is
 * not too old, a log-in that lives, access, and an access token of the same user: the cookie or a bearer's. An expired
 * one will do, since a player can't refresh it. Rejects with `link_invalid` (forged, or somebody else's),
 * `link_expired`, `not_signed_in`, `tokens_outdated`, `no_access` or `not_found`.
 */
export function createPermit(parts: ListenerParts): (request: IncomingMessage, asked: Asked) => Promise<Permission> {
  return async (request, asked) => {
    const ticket = readAudioTicket(parts.keys.audioAddress, { ...asked, now: parts.now() });
    if (ticket === null) throw new ApiError('link_invalid');
    checkBearer(request, ticket, parts);
    if (ticket === 'expired') throw new ApiError('link_expired');
    return readPermission(parts.database, ticket);
  };
}

function checkBearer(
  request: IncomingMessage,
  ticket: AudioTicket | 'expired',
  { keys, isAddressEnough }: ListenerParts,
): void {
  const token = bearerTokenOf(request) ?? cookieTokenOf(request);
  if (token === null && isAddressEnough) return;
  const claims = token === null ? null : readAccessToken(keys.accessToken, token, { acceptExpired: true });
  if (claims === null) throw new ApiError('not_signed_in');
  if (claims === 'outdated') throw new ApiError('tokens_outdated');
  if (ticket !== 'expired' && claims.userId !== ticket.userId) throw new ApiError('link_invalid');
}

/** The cookie in which the site keeps the access token. */
function cookieTokenOf({ headers }: IncomingMessage): string | null {
  return /(?:^|;)[ \t]*authToken="?([^\s;"]+)/.exec(headers.cookie ?? '')?.[1] ?? null;
}

interface Row {
  readonly category: string | null;
  readonly voice: string;
  readonly duration_seconds: number;
  readonly recording: string | null;
  readonly has_access: boolean;
}

async function readPermission(
  database: Database,
  { contentId, userId, sessionId, locale }: AudioTicket,
): Promise<Permission> {
  const values = [sessionId, userId, contentId, locale];
  const [row] = await database.query<Row>({ name: 'read-audio', text, values });
  if (!row) throw new ApiError('not_signed_in');
  if (!row.has_access) throw new ApiError('no_access');
  if (row.category === null) throw new ApiError('not_found');
  const { category, voice, duration_seconds: durationSeconds, recording } = row;
  return { userId, recording, piece: { id: contentId, category, voice, durationSeconds } };
}

const text = `
  SELECT c.category, c.voice, c.duration_seconds, c.audio->>$4 AS recording,
    COALESCE((SELECT access_to FROM access_of(u.id)) > now(), false) AS has_access
  FROM sessions s JOIN users u ON u.id = s.user_id LEFT JOIN content c ON c.id = $3
  WHERE s.id = $1 AND s.user_id = $2 AND ${isLive}`;
