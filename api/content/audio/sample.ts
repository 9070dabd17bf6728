import type { Router } from 'express';
import { sendAudio, openExchange } from './exchange.ts';
import { type MadeAudioDependencies, sendMade } from './send-made.ts';
import { sampleOf } from './sound-maker.ts';
import type { Database } from '../../platform/db/database.ts';
import { refuseMethod } from '../../platform/http/calls.ts';
import { recordOf } from '../../platform/http/log-calls.ts';
import { cutAtStop } from '../../platform/http/lifecycle.ts';
import { ApiError } from '../../platform/http/problem.ts';
import { createRouter } from '../../platform/http/router.ts';

export interface SampleDependencies extends MadeAudioDependencies {
  readonly database: Database;
  /** Whether pages of another host play it. */
  readonly isSiteElsewhere: boolean;
}

/** As the contract writes paths. */
const samplePath = '/v1/content/{id}/sample/';

/** For a day, by everyone: it is the same for all. */
const caching = 'public, max-age=86400';

/**
 * Where anyone hears what a session sounds like, whole or by ranges. Sessions that are listed no more and those with a
 * recording have no sample: `not_found`. Goes below `/api`, before the calls.
 */
export function createSampleRoutes({ database, isSiteElsewhere, ...made }: SampleDependencies): Router {
  const router = createRouter();
  router.get('/v1/content/:id/sample', async (request, response) => {
    recordOf(response).route = samplePath;
    const { id } = request.params;
    const [session] = await database.query<Row>({ name: 'read-sample', text, values: [id] });
    if (!session) throw new ApiError('not_found');
    cutAtStop(response);
    const piece = sampleOf({ id, category: session.category, voice: session.voice, durationSeconds: 0 });
    const exchange = openExchange(request, response);
    await sendAudio(response, { caching, isSiteElsewhere }, () => sendMade(exchange, piece, made));
  });
  router.all('/v1/content/:id/sample', refuseMethod(samplePath, ['GET']));
  return router;
}

interface Row {
  readonly category: string;
  readonly voice: string;
}

const text = 'SELECT category, voice FROM content WHERE id = $1 AND audio IS NULL AND retired_at IS NULL';
