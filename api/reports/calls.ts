import { ApiError } from '../platform/http/problem.ts';
import type { Handler } from '../platform/http/endpoint.ts';
import type { ReportSources } from './read-report.ts';
import { isDay, type Report, type ReportQuery } from './report.ts';
import { type Funnels, type FunnelWordsById, spokenWords } from '../funnels/published.ts';
import type { CompiledFunnel } from '../../engine/model.ts';
import type { QueryOf } from '../../schemas/api/call.ts';
import type * as reports from '../../schemas/api/reports.ts';
import type { User } from '../../schemas/api/values.ts';

interface ReportServices extends ReportSources {
  readonly funnels: Funnels;
  readonly funnelWords: FunnelWordsById;
}

/** The calls about reports with their handlers. */
export function createReportEndpoints(services: ReportServices) {
  return { listReports: createList(services), readReport: createRead(services) };
}

function createList({ funnels, funnelWords, ...sources }: ReportServices): Handler<typeof reports.listReports> {
  return async ({ user, locale }) => {
    requireAnalyst(user.user);
    const { countWithinBudget } = await import('../events/counting/sparing-count.ts');
    await countWithinBudget(sources.events); // as the report beside it
    const { readFromCopy: readKnown } = await import('./read-report.ts');
    const visits = await readKnown(sources, ({ events }) => events.countVisits());
    const toEntry = ({ id, path }: CompiledFunnel) => ({
      id,
      path,
      name: spokenWords(funnelWords.get(id), locale)?.name ?? id,
      visits: visits.get(id) ?? 0,
    });
    return { funnels: [...funnels.values()].map(toEntry) };
  };
}

function createRead({ funnels, funnelWords, ...sources }: ReportServices): Handler<typeof reports.readReport> {
  return async ({ user, locale, params, query }) => {
    requireAnalyst(user.user);
    const funnel = funnels.get(params.funnel);
    if (!funnel) throw new ApiError('not_found');
    const { computeReport: readReport } = await import('./read-report.ts');
    const report = await readReport(sources, funnel, toReportQuery(query));
    const { renderReport } = await import('./page/render-report.ts');
    const { css, body } = await renderReport(report, funnel, locale, spokenWords(funnelWords.get(funnel.id), locale));
    return { css, body, madeAt: report.madeAt };
  };
}

function toReportQuery(query: QueryOf<typeof reports.readReport>): ReportQuery {
  const [from, to] = [query.from ?? null, query.to ?? null];
  const wrong = (['from', 'to'] as const).find((name) => !isBound(query[name]));
  if (wrong !== undefined) throw refusal(wrong);
  if (from !== null && to !== null && from > to) throw refusal('to');
  return { from, to, without: null, by: query.by ?? null };
}

function refusal(field: string): ApiError {
  return new ApiError('invalid_fields', { errors: [{ field, code: 'invalid' }] });
}

/** Throws `analysts_only` unless the user may see what visitors do. */
function requireAnalyst({ role }: Pick<User, 'role'>): void {
  if (role !== 'analyst') throw new ApiError('analysts_only');
}

/** A report with the funnel that it is about. */
export interface FunnelReport {
  readonly funnel: CompiledFunnel;
  readonly report: Report;
}

function isBound(value: unknown): value is string | undefined {
  return value === undefined || (typeof value === 'string' && isDay(value));
}
