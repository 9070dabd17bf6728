import { createHash, timingSafeEqual } from 'node:crypto';
import { Router } from 'express';
import { ApiError } from '../http/api-error.ts';
import { bearerTokenOf } from '../http/bearer-token.ts';
import { recordOf } from '../http/call-record.ts';
import { refuseMethod } from '../http/create-call-router.ts';
import { onlyFromThisMachine } from '../http/only-from-this-machine.ts';
import type { Metrics } from './metrics.ts';

/**
 * Who may read the metrics: `this-machine` (to others the address does not exist), `nobody` (it does not exist at all),
 * or who knows the token.
 */
export type MetricsAccess = 'this-machine' | 'nobody' | { readonly token: string };

/** `GET /metrics/`, in the text format of Prometheus. */
export function createMetricsRoutes(metrics: Metrics, access: MetricsAccess): Router {
  const router = Router();
  if (access === 'nobody') return router;
  if (access === 'this-machine') router.use(onlyFromThisMachine);
  router.get('/metrics', async (request, response) => {
    recordOf(response).route = '/metrics/';
    const isAllowed = access === 'this-machine' || isSame(bearerTokenOf(request), access.token);
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
