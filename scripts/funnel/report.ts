import type { FunnelReport } from '../../api/reports/calls.ts';
import { latestFunnel } from '../../api/events/funnel-versions.ts';
import { spokenWords } from '../../api/funnels/published.ts';
import { computeReport } from '../../api/reports/read-report.ts';
import type { Days } from '../../api/events/period.ts';
import type { ReportGroup, ReportQuery } from '../../api/reports/report.ts';
import type { CompiledFunnel, FunnelWords, SiteLocale } from '../../engine/model.ts';
import { fromEvents } from './from-database.ts';
import { CommandError, type ExitCode, type Io, writeFile } from './write-files.ts';
import { loadOne } from './load-one.ts';
import type { Separator } from '../csv.ts';
import { formatJson } from '../print.ts';
import { formatReportCsv } from './report-csv.ts';
import { formatReport } from './report-table.ts';

interface ReportOptions {
  readonly dir: string;
  readonly from?: string;
  readonly to?: string;
  readonly without?: Days;
  readonly by?: ReportGroup;
  readonly json?: true;
  readonly csv?: true;
  readonly separator?: Separator;
  readonly html?: string;
  readonly locale: SiteLocale;
}

/**
 * Prints what visitors did in a funnel: where they left, what they answered, got and bought, and what experiments show.
 */
export async function printReport(id: string, options: ReportOptions, io: Io): Promise<ExitCode> {
  const { from = null, to = null, without = null, by = null } = options;
  if (from !== null && to !== null && from > to) throw new CommandError('--from is later than --to.');
  const { report, funnel } = await readFunnelReport(id, { from, to, without, by }, options);
  if (options.html !== undefined) await writePage(options.html, { report, funnel }, options);
  if (options.json) io.out(formatJson(report));
  else if (options.csv) io.out(formatReportCsv(report, options.separator));
  else if (options.html === undefined) io.out(formatReport(report));
  else io.out(`The report on ${id} is in ${options.html}.\n`);
  return 0;
}

/** As the database has it. A funnel that is only in the folder has no visits yet; one that is nowhere doesn't exist. */
async function readFunnelReport(id: string, query: ReportQuery, { dir }: ReportOptions): Promise<FunnelReport> {
  const known = await fromEvents(async (sources) => {
    const funnel = await latestFunnel(sources.database, id);
    return funnel && { funnel, report: await computeReport(sources, funnel, query) };
  });
  if (known) return known;
  loadOne(id, dir);
  throw new CommandError(`${id} was never published here, so it has no visits yet: npm start publishes it.`);
}

async function writePage(file: string, { report, funnel }: FunnelReport, options: ReportOptions): Promise<void> {
  const { renderReportPage } = await import('../../api/reports/page/render-report.ts');
  const { dir, locale } = options;
  writeFile(file, await renderReportPage(report, funnel, locale, readWords(funnel, dir, locale)));
}

/** The words that steps and answers are called by; none where the folder has no such funnel without problems. */
function readWords({ id }: CompiledFunnel, dir: string, locale: string): FunnelWords | undefined {
  try {
    return spokenWords(loadOne(id, dir).words, locale);
  } catch (error) {
    if (error instanceof CommandError) return undefined;
    throw error;
  }
}
