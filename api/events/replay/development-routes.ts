import { Router } from 'express';
import { isUuid } from '../../accounts/uuid.ts';
import type { Database } from '../../platform/db/database.ts';
import { replayLastVisits, replayStoredVisit } from './replay-visits.ts';

const mostVisits = 1_000;

/**
 * `/visits/<id>` and `/visits?funnel=&last=`: visits, replayed, as JSON, for the funnel command where this process has
 * the database.
 */
export function createVisitsForCommand({ database }: { readonly database: Database }): Router {
  const router = Router();
  router.get('/visits', async ({ query: { funnel, last } }, response) => {
    const count = Number(last);
    if (typeof funnel !== 'string' || !(count >= 1 && count <= mostVisits)) return void response.sendStatus(400);
    response.json(await replayLastVisits(database, { funnel, count }));
  });
  router.get('/visits/:visit', async ({ params }, response) => {
    const visit = isUuid(params.visit) ? await replayStoredVisit(database, params.visit) : undefined;
    if (visit) response.json(visit);
    else response.sendStatus(404);
  });
  return router;
}
