import { Router, type Request } from 'express';
import type { CompiledFunnel } from '../../engine/model.ts';
import type { Database } from '../platform/db/database.ts';
import { isDay } from './is-day.ts';
import { latestFunnel } from './latest-funnel.ts';
import { readReport } from './read-report.ts';
import { reportGroups, type Report, type ReportQuery } from './report.ts';

/** A report with the funnel that it is about. */
export interface FunnelReport {
  readonly funnel: CompiledFunnel;
  readonly report: Report;
}

/**
 * `/reports/<funnel>?from=&to=&by=`: a report as JSON, for the funnel command, which can't read the embedded database by
 * itself while this process has it.
 */
export function createReportsForCommand({ database }: { readonly database: Database }): Router {
  const router = Router();
  router.get('/reports/:funnel', async (request, response) => {
    const funnel = await latestFunnel(database, request.params.funnel);
    if (!funnel) return void response.sendStatus(404);
    const query = queryOf(request);
    if (!query) return void response.sendStatus(400);
    const report: FunnelReport = { funnel, report: await readReport(database, funnel, query) };
    response.json(report);
  });
  return router;
}

/** What is asked for; undefined where it can't be told. */
function queryOf({ query: { from, to, by } }: Request): ReportQuery | undefined {
  const group = reportGroups.find((each) => each === by) ?? null;
  if (!isBound(from) || !isBound(to) || (by !== undefined && group === null)) return undefined;
  return { from: from ?? null, to: to ?? null, by: group };
}

function isBound(value: unknown): value is string | undefined {
  return value === undefined || (typeof value === 'string' && isDay(value));
}
