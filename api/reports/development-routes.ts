import { Router, type Request } from 'express';
import type { CompiledFunnel } from '../../engine/model.ts';
import type { Database } from '../db/database.ts';
import { onlyFromThisMachine } from '../http/only-from-this-machine.ts';
import { nameProcess } from '../http/process-header.ts';
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
 * `/dev/reports/<funnel>?from=&to=&by=`: a report as JSON, for the funnel command. The embedded database belongs to this
 * process, so the command can't read it by itself. Only for development, and only there for people at this machine.
 */
export function createDevelopmentReports({ database }: { readonly database: Database }): Router {
  const router = Router();
  router.use('/dev/reports', onlyFromThisMachine, nameProcess);
  router.get('/dev/reports/:funnel', async (request, response) => {
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
