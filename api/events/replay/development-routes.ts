import { Router } from 'express';
import { isUuid } from '../../accounts/uuid.ts';
import type { Database } from '../../db/database.ts';
import { onlyFromThisMachine } from '../../http/only-from-this-machine.ts';
import { nameProcess } from '../../http/process-header.ts';
import { replayLastVisits, replayStoredVisit } from './replay-visits.ts';

const mostVisits = 1_000;

/**
 * `/dev/visits/<id>` and `/dev/visits?funnel=&last=`: visits, replayed, as JSON, for the funnel command where this
 * process has the database. Only for development, and only there for people at this machine.
 */
export function createDevelopmentVisits({ database }: { readonly database: Database }): Router {
  const router = Router();
  router.use('/dev/visits', onlyFromThisMachine, nameProcess);
  router.get('/dev/visits', async ({ query: { funnel, last } }, response) => {
    const count = Number(last);
    if (typeof funnel !== 'string' || !(count >= 1 && count <= mostVisits)) return void response.sendStatus(400);
    response.json(await replayLastVisits(database, { funnel, count }));
  });
  router.get('/dev/visits/:visit', async ({ params }, response) => {
    const visit = isUuid(params.visit) ? await replayStoredVisit(database, params.visit) : undefined;
    if (visit) response.json(visit);
    else response.sendStatus(404);
  });
  return router;
}
