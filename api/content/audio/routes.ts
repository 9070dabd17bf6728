import type { SoundMaker } from './sound-maker.ts';
import { Router, type Request, type Response } from 'express';
import { recordOf } from '../../platform/http/follow-calls.ts';
import { refuseMethod } from '../../platform/http/calls.ts';
import { cutAtStop } from '../../platform/http/lifecycle.ts';
import type { Log } from '../../platform/log.ts';
import { audioAddressSeconds } from './address.ts';
import { openExchange } from './exchange.ts';
import { createPermit, type ListenerParts, type Permission } from './listener.ts';
import { sendMade } from './send-made.ts';
import { sendRecording } from './send-file.ts';
import { sendRemote } from './send-remote.ts';

export interface AudioParts extends ListenerParts {
  readonly maker: SoundMaker;
  readonly recordingsDirectory: string;
  readonly log: Log;
  /** How long somebody waits for the next bytes at most: others may be before them. */
  readonly patienceMilliseconds: number;
}

/** As the contract writes paths; tickets are never logged. */
export const audioPath = '/v1/content/{id}/audio/{ticket}/';

/** Where players get the audio of a session, whole or by ranges. Goes below `/api`, before the calls. */
export function createAudioRoutes(parts: AudioParts): Router {
  const permit = createPermit(parts);
  const router = Router();
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
  { parts, permission }: { parts: AudioParts; permission: Permission },
): Promise<void> {
  const { recording, piece } = permission;
  const { log, recordingsDirectory: folder, isAddressEnough } = parts;
  // A player goes on from where it is: a whole session would hold up the stop.
  cutAtStop(response);
  const exchange = openExchange(request, response);
  setHeaders(response, isAddressEnough);
  try {
    if (recording === null) await sendMade(exchange, piece, parts);
    else if (URL.canParse(recording)) await sendRemote(exchange, { url: recording, contentId: piece.id }, log);
    else await sendRecording(response, { folder, name: recording, contentId: piece.id }, log);
  } catch (error) {
    if (response.destroyed) return;
    if (!response.headersSent) clearHeaders(response);
    throw error;
  }
}

/** It may be kept as long as the address is good, by the listener only. */
function setHeaders(response: Response, isSiteElsewhere: boolean): void {
  response.setHeader('Cache-Control', `private, max-age=${audioAddressSeconds}, no-transform`);
  if (isSiteElsewhere) response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
}

/** What was to be sent as audio is answered with a problem. */
function clearHeaders(response: Response): void {
  response.setHeader('Cache-Control', 'no-store');
  for (const name of ['ETag', 'Last-Modified', 'Accept-Ranges', 'Content-Length', 'Content-Range'])
    response.removeHeader(name);
}
