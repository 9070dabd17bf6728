import type { Request, Router } from 'express';
import type { Database } from '../platform/db/database.ts';
import { eraseLeads } from './leads.ts';
import { readLeads } from './read-leads.ts';
import { createRouter } from '../platform/http/router.ts';

/**
 * `/leads?since=&after=&funnel=` and `/leads/erase?contact=` for the funnel command, which can't read the embedded database by
 * itself while this process has it.
 */
export function createLeadsForCommand({ database }: { readonly database: Database }): Router {
  const router = createRouter();
  router.get('/leads', async (request, response) => {
    const since = textIn(request, 'since');
    const query = {
      since: since === null ? null : new Date(since),
      after: textIn(request, 'after'),
      funnel: textIn(request, 'funnel'),
    };
    response.json(await readLeads(database, query));
  });
  router.get('/leads/erase', async (request, response) => {
    response.json(await eraseLeads(database, textIn(request, 'contact') ?? ''));
  });
  return router;
}

function textIn({ query }: Request, name: string): string | null {
  const value = query[name];
  return typeof value === 'string' ? value : null;
}
