import { createHash, timingSafeEqual } from 'node:crypto';
import { Router } from 'express';
import { ApiError } from '../http/api-error.ts';
import { bearerTokenOf } from '../http/bearer-token.ts';
import { recordOf } from '../http/call-record.ts';
import { refuseMethod } from '../http/create-call-router.ts';
import type { Metrics } from './metrics.ts';

/** Who may read the metrics: `everybody`, `nobody` (the address does not exist), or who knows the token. */
export type MetricsAccess = 'everybody' | 'nobody' | { readonly token: string };

/** `GET /metrics/`, in the text format of Prometheus. */
export function createMetricsRoutes(metrics: Metrics, access: MetricsAccess): Router {
  const router = Router();
  if (access === 'nobody') return router;
  router.get('/metrics', async (request, response) => {
    recordOf(response).route = '/metrics/';
    const isAllowed = access === 'everybody' || isSame(bearerTokenOf(request), access.token);
    if (!isAllowed) throw new ApiError('not_signed_in');
    const { text, contentType } = await metrics.render();
    response.set('Content-Type', contentType).end(text);
  });
  router.all('/metrics', refuseMethod('/metrics/', ['GET']));
  return router;
}

/** Takes the same time wherever the first difference is. */
function isSame(given: string | null, expected: string): boolean {
  const [one, other] = [given ?? '', expected].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(one!, other!);
}
