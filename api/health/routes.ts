import { Router } from 'express';
import { describeProblem, sendProblem } from '../http/problem.ts';
import type { Readiness } from '../http/readiness.ts';

/** `live/`: the process answers. `ready/`: it also wants requests; 503 while it starts or stops. */
export function createHealthRoutes(readiness: Readiness): Router {
  const router = Router();
  router.get('/live', (_request, response) => {
    response.json({ status: 'live' });
  });
  router.get('/ready', (_request, response) => {
    if (readiness.state === 'ready') response.json({ status: 'ready' });
    else sendProblem(response, describeProblem('not_ready', 'en'));
  });
  router.all(['/live', '/ready'], (_request, response) => {
    response.set('Allow', 'GET, HEAD');
    sendProblem(response, describeProblem('method_not_allowed', 'en'));
  });
  return router;
}
