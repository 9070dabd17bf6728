import type { CompiledFunnel } from '../../engine/model.ts';
import type { QueryOf } from '../../schemas/api/call.ts';
import * as reports from '../../schemas/api/reports.ts';
import type { Database } from '../platform/db/database.ts';
import { countForAWhile } from '../events/counting/count-waiting.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { endpoint, type Endpoint, type Handler } from '../platform/http/handler.ts';
import type { Funnels, FunnelWordsById } from '../visits/funnels.ts';
import { renderReport } from './page/render-report.ts';
import { readReport } from './read-report.ts';
import type { ReportQuery } from './report.ts';
import { requireAnalyst } from './require-analyst.ts';

interface ReportServices {
  readonly database: Database;
  readonly funnels: Funnels;
  readonly funnelWords: FunnelWordsById;
}

/** The calls about reports with their handlers. */
export function createReportEndpoints(services: ReportServices): readonly Endpoint[] {
  return [endpoint(reports.listReports, createList(services)), endpoint(reports.readReport, createRead(services))];
}

function createList({ database, funnels, funnelWords }: ReportServices): Handler<typeof reports.listReports> {
  return async ({ user, locale }) => {
    requireAnalyst(user.user);
    await countForAWhile(database); // as the report beside it
    const rows = await database.query<VisitsRow>({ name: 'list-reports', text: visitsText, values: [] });
    const visits = new Map(rows.map((row) => [row.funnel, row.visits]));
    const toEntry = ({ id, path }: CompiledFunnel) => ({
      id,
      path,
      name: funnelWords.get(id)?.[locale]?.name ?? id,
      visits: visits.get(id) ?? 0,
    });
    return { funnels: [...funnels.values()].map(toEntry) };
  };
}

interface VisitsRow {
  readonly funnel: string;
  readonly visits: number;
}

const visitsText = `
  SELECT funnel, coalesce(sum((counts ->> 'visits')::bigint), 0)::bigint AS visits FROM quiz_counts GROUP BY funnel`;

function createRead({ database, funnels, funnelWords }: ReportServices): Handler<typeof reports.readReport> {
  return async ({ user, locale, params, query }) => {
    requireAnalyst(user.user);
    const funnel = funnels.get(params.funnel);
    if (!funnel) throw new ApiError('not_found');
    const report = await readReport(database, funnel, toReportQuery(query));
    const { css, body } = await renderReport(report, funnel, locale, funnelWords.get(funnel.id)?.[locale]);
    return { css, body, madeAt: report.madeAt };
  };
}

function toReportQuery(query: QueryOf<typeof reports.readReport>): ReportQuery {
  const [from, to] = [query.from ?? null, query.to ?? null];
  if (from !== null && to !== null && from > to)
    throw new ApiError('invalid_fields', { errors: [{ field: 'to', code: 'invalid' }] });
  return { from, to, by: query.by ?? null };
}
