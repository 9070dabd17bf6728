import type { Request, Response, Router } from 'express';
import type { IncomingMessage } from 'node:http';
import { isLiveLogin } from '../../accounts/logins.ts';
import { readAccessToken } from '../../accounts/tokens.ts';
import { audioAddressSeconds, type AudioTicket, type IssuedTicket, readAudioTicket } from './address.ts';
import { sendAudio, openExchange } from './exchange.ts';
import { type AudioBucket, madeKey, recordingKey } from './bucket.ts';
import { type MadeAudioDependencies, sendMade } from './send-made.ts';
import { sendRecording, sendRemote } from './send-recording.ts';
import type { MadeAudio, Piece } from './sound-maker.ts';
import type { Keys } from '../../platform/keys.ts';
import type { Database } from '../../platform/db/database.ts';
import { refuseMethod } from '../../platform/http/calls.ts';
import { recordOf } from '../../platform/http/log-calls.ts';
import { cutAtStop } from '../../platform/http/lifecycle.ts';
import { ApiError } from '../../platform/http/problem.ts';
import { bearerTokenOf } from '../../platform/http/secret-token.ts';
import type { Log } from '../../platform/log.ts';
import { createRouter } from '../../platform/http/router.ts';

export interface AudioDependencies extends ListenerDependencies, Omit<MadeAudioDependencies, 'onWhole'> {
  /** Null: all audio comes from here. */
  readonly bucket: AudioBucket | null;
  readonly recordingsDirectory: string;
  readonly log: Log;
}

/** As the contract writes paths; tickets are never logged. */
const audioPath = '/v1/content/{id}/audio/{ticket}/';

/** Where players get the audio of a session, whole or by ranges. Goes below `/api`, before the calls. */
export function createAudioRoutes(parts: AudioDependencies): Router {
  const permit = createPermit(parts);
  const router = createRouter();
  router.get('/v1/content/:id/audio/:ticket', async (request, response) => {
    const record = recordOf(response);
    record.route = audioPath;
    const { id: contentId, ticket } = request.params;
    const permission = await permit(request, { contentId, ticket });
    record.userId = permission.userId;
    await send(request, response, { parts, permission });
  });
  router.all('/v1/content/:id/audio/:ticket', refuseMethod(audioPath, ['GET']));
  return router;
}

async function send(
  request: Request,
  response: Response,
  { parts, permission }: { parts: AudioDependencies; permission: Permission },
): Promise<void> {
  const { recording, piece } = permission;
  const { bucket, log, maker, recordingsDirectory: folder, isAddressEnough } = parts;
  const isRemote = recording !== null && URL.canParse(recording);
  const key = recording === null ? madeKey(maker.nameOf(piece)) : recordingKey(recording);
  const onWhole = ({ path }: MadeAudio) => bucket?.offer(key, path);
  const method = request.method === 'HEAD' ? 'HEAD' : 'GET';
  // Players don't like it when parts of what they play come from another host: a player that began here goes on here.
  const address = isRemote ? null : await bucket?.find(key, permission.issuedAt, method);
  if (address) {
    if (isAddressEnough) response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    return void response.status(302).location(address).end();
  }
  // A player goes on from where it is: a whole session would hold up the stop.
  cutAtStop(response);
  const exchange = openExchange(request, response);
  const caching = `private, max-age=${audioAddressSeconds}`;
  await sendAudio(response, { caching, isSiteElsewhere: isAddressEnough }, async () => {
    if (recording === null) await sendMade(exchange, piece, { ...parts, onWhole });
    else if (isRemote) await sendRemote(exchange, { url: recording, contentId: piece.id }, log);
    else await sendRecording(response, { folder, name: recording, contentId: piece.id }, log);
  });
}

interface ListenerDependencies {
  readonly database: Database;
  readonly keys: Pick<Keys, 'accessToken' | 'audioAddress'>;
  readonly now: () => Date;
  /** Where the site is on another host, its cookies don't come: then the address alone lets in. */
  readonly isAddressEnough: boolean;
}

/** What a member may hear now. */
interface Permission {
  readonly userId: string;
  /** When the address was. */
  readonly issuedAt: Date;
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
 * one will do, since a player can't refresh it. Rejects with `link_invalid` (forged, or another user's),
 * `link_expired`, `not_signed_in`, `tokens_outdated`, `no_access` or `not_found`.
 */
function createPermit(parts: ListenerDependencies): (request: IncomingMessage, asked: Asked) => Promise<Permission> {
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
  { keys, isAddressEnough }: ListenerDependencies,
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
  { contentId, userId, loginId, locale, issuedAt }: IssuedTicket,
): Promise<Permission> {
  const values = [loginId, userId, contentId, locale];
  const [row] = await database.query<Row>({ name: 'read-audio', text, values });
  if (!row) throw new ApiError('not_signed_in');
  if (!row.has_access) throw new ApiError('no_access');
  if (row.category === null) throw new ApiError('not_found');
  const { category, voice, duration_seconds: durationSeconds, recording } = row;
  return { userId, issuedAt, recording, piece: { id: contentId, category, voice, durationSeconds } };
}

const text = `
  SELECT c.category, c.voice, c.duration_seconds, c.audio->>$4 AS recording,
    COALESCE((SELECT access_to FROM access_of(u.id)) > now(), false) AS has_access
  FROM sessions s JOIN users u ON u.id = s.user_id LEFT JOIN content c ON c.id = $3
  WHERE s.id = $1 AND s.user_id = $2 AND ${isLiveLogin}`;
