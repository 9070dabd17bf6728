import { Router } from 'express';
import { ApiError } from '../http/api-error.ts';
import { bearerTokenOf, isSameSecret } from '../http/bearer-token.ts';
import { recordOf } from '../http/call-record.ts';
import { refuseMethod } from '../http/create-call-router.ts';
import type { Metrics } from './metrics.ts';

/** `GET /metrics/`, in the text format of Prometheus, for those who know the token. Null: the address does not exist. */
export function createMetricsRoutes(metrics: Metrics, token: string | null): Router {
  const router = Router();
  if (token === null) return router;
  router.get('/metrics', async (request, response) => {
    recordOf(response).route = '/metrics/';
    if (!isSameSecret(bearerTokenOf(request), token)) throw new ApiError('not_signed_in');
    const { text, contentType } = await metrics.render();
    response.set('Content-Type', contentType).end(text);
  });
  router.all('/metrics', refuseMethod('/metrics/', ['GET']));
  return router;
}
