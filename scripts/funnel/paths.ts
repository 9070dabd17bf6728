import { describeVisits, type VisitsDescription } from '../../engine/author/prove/describe-visits.ts';
import type { CompiledFunnel } from '../../engine/model.ts';
import { describeVisit, type ExampleVisit } from '../../engine/problem.ts';
import { isQuestion } from '../../engine/run/answer.ts';
import { formatJson, formatTable, numberColumn, textColumn } from '../print.ts';
import type { ExitCode, Io } from './write-files.ts';
import { loadOne } from './load-one.ts';

interface PathsOptions {
  readonly dir: string;
  readonly json?: true;
}

/** Prints how many different visits a funnel has, the shortest and the longest, and the shortest to each outcome. */
export async function paths(id: string, { dir, json }: PathsOptions, io: Io): Promise<ExitCode> {
  const { funnel } = loadOne(id, dir);
  const description = describeVisits(funnel);
  io.out(json ? formatJson(asData(id, description)) : describe(funnel, description));
  return 0;
}

/**
 * What programs may rely on. Numbers of visits are texts of digits: they can be larger than JSON's numbers are exact.
 */
function asData(funnel: string, { visits, sample, shortest, longest, outcomes }: VisitsDescription): object {
  return {
    funnel,
    visits: String(visits),
    estimatedFrom: sample,
    shortest,
    longest,
    outcomes: outcomes.map((outcome) => ({ ...outcome, visits: String(outcome.visits) })),
  };
}

function describe(funnel: CompiledFunnel, description: VisitsDescription): string {
  const { visits, sample, shortest, longest, outcomes } = description;
  const section = sectionOf(funnel);
  const rows = outcomes.map((outcome) => [
    outcome.id,
    sample === null ? outcome.visits.toLocaleString('en') : about(outcome.visits),
    formatShare(outcome.visits, visits),
    outcome.shortest ? String(outcome.shortest.steps.length) : sample === null ? 'no visitor gets it' : 'none found',
  ]);
  const table = formatTable(columns, rows);
  const toOutcomes = outcomes.flatMap(({ id, shortest }) =>
    shortest ? [section(`The shortest to ${id}`, shortest)] : [],
  );
  return `${[
    sample === null
      ? `${funnel.id} has ${formatCount(visits)} ${visits === 1n ? 'visit' : 'different visits'}: each way to answer all that is shown.`
      : `${funnel.id} has ${about(visits)} different visits, too many to count: estimated from ${sample.toLocaleString('en')} visits at random.`,
    table,
    section('The shortest', shortest),
    section(sample === null ? 'The longest' : 'The longest of these', longest),
    ...toOutcomes,
  ].join('\n\n')}\n`;
}

const columns = [textColumn('outcome'), numberColumn('visits'), numberColumn('share'), numberColumn('fewest steps')];

/** Writes visits that are finished: to a question without an answer, nothing was said. */
function sectionOf(funnel: CompiledFunnel): (title: string, visit: ExampleVisit) => string {
  const questions = new Set(funnel.steps.filter(isQuestion).map(({ id }) => id));
  return (title, visit) => {
    const steps = visit.steps.map((each) => (questions.has(each.step) ? { answer: '', ...each } : each));
    const lines = describeVisit({ ...visit, steps }).map((line) => `  ${line}`);
    return [`${title}, ${steps.length} ${steps.length === 1 ? 'step' : 'steps'}:`, ...lines].join('\n');
  };
}

const rounded = new Intl.NumberFormat('en', {
  notation: 'compact',
  compactDisplay: 'long',
  maximumSignificantDigits: 2,
});

/** With its digits in groups of three; a large one also as people say it. */
export function formatCount(count: bigint): string {
  const digits = count.toLocaleString('en');
  if (count < 1_000_000n) return digits;
  return `${digits} (about ${count < 10n ** 15n ? rounded.format(count) : `10^${String(count).length - 1}`})`;
}

/** An estimated number, as people say it. */
function about(count: bigint): string {
  if (count < 10n ** 15n) return `about ${rounded.format(count)}`;
  return `about 10^${String(count).length - 1}`;
}

/** A share of all in percent, to one decimal; the smallest above zero is printed as less than that. */
export function formatShare(part: bigint, all: bigint): string {
  const tenths = Number((part * 2000n + all) / (2n * all));
  if (part > 0n && tenths === 0) return '<0.1 %';
  return `${(tenths / 10).toFixed(1)} %`;
}
