import { simulateVisits, tallyVisits, type Tally } from '../../engine/author/simulate/simulate-visits.ts';
import { formatTable, type Column } from '../print.ts';
import type { ExitCode, Io } from './write-files.ts';
import { loadOne } from './load-one.ts';

export interface SimulateOptions {
  readonly dir: string;
  readonly visitors: number;
  readonly seed: string;
  readonly stay: number;
  readonly json?: true;
}

/** Lets visitors walk through a funnel by chance, and tells where they leave and what they get. */
export async function simulate(id: string, options: SimulateOptions, io: Io): Promise<ExitCode> {
  const { dir, json, visitors, seed, stay } = options;
  const { funnel } = loadOne(id, dir);
  const tally = tallyVisits(funnel, simulateVisits(funnel, { visitors, seed, stay }));
  io.out(json ? `${JSON.stringify({ funnel: id, seed, stay, ...tally }, null, 2)}\n` : report(id, options, tally));
  return 0;
}

function report(id: string, { seed, stay }: SimulateOptions, tally: Tally): string {
  const { visitors, finished } = tally;
  const parts = [
    `${visitors} visitors walk through ${id} by chance (seed ${seed}); at each step ${percent(stay)} go on.`,
    stepTable(tally),
    `Finished: ${finished} of ${visitors} (${share(finished, visitors)}).`,
    outcomeTable(tally),
    ...(tally.experiments.length > 0 ? [variantTable(tally)] : []),
  ];
  return `${parts.join('\n\n')}\n`;
}

function stepTable({ steps, visitors }: Tally): string {
  const rows = steps.map(({ id, shown, left }) => [
    id,
    `${shown}`,
    `${left}`,
    share(left, shown),
    share(left, visitors),
  ]);
  return formatTable([text('step'), figure('shown'), figure('left'), figure('drop-off'), figure('of all')], rows);
}

function outcomeTable({ outcomes, finished }: Tally): string {
  const rows = outcomes.map(({ id, visitors }) => [id, `${visitors}`, share(visitors, finished)]);
  return formatTable([text('outcome'), figure('visitors'), figure('share')], rows);
}

function variantTable({ experiments, outcomes }: Tally): string {
  const rows = experiments.flatMap(({ name, variants }) =>
    variants.map((variant) => [
      `${name}: ${variant.name}`,
      `${variant.visitors}`,
      share(variant.finished, variant.visitors),
      ...variant.outcomes.map(({ visitors }) => share(visitors, variant.finished)),
    ]),
  );
  const columns = [text('variant'), figure('visitors'), figure('finished'), ...outcomes.map(({ id }) => figure(id))];
  return formatTable(columns, rows);
}

function text(title: string): Column {
  return { title, align: 'left' };
}

function figure(title: string): Column {
  return { title, align: 'right' };
}

function share(part: number, whole: number): string {
  return whole === 0 ? '–' : percent(part / whole);
}

function percent(value: number): string {
  return `${(value * 100).toFixed(1)} %`;
}
