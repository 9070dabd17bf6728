import { simulateVisits, tallyVisits, type Tally } from '../../engine/author/simulate/simulate-visits.ts';
import { formatJson, formatTable, numberColumn, percent, share, textColumn } from '../print.ts';
import type { ExitCode, Io } from './write-files.ts';
import { loadOne } from './load-one.ts';

interface SimulateOptions {
  readonly dir: string;
  readonly visitors: number;
  readonly seed: string;
  readonly stay: number;
  readonly json?: true;
}

/** Lets visitors walk through a funnel by chance, and prints where they leave and what they get. */
export async function simulate(id: string, options: SimulateOptions, io: Io): Promise<ExitCode> {
  const { dir, json, visitors, seed, stay } = options;
  const { funnel } = loadOne(id, dir);
  const tally = tallyVisits(funnel, simulateVisits(funnel, { visitors, seed, stay }));
  io.out(json ? formatJson({ funnel: id, seed, stay, ...tally }) : report(id, options, tally));
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
  return formatTable(
    [textColumn('step'), numberColumn('shown'), numberColumn('left'), numberColumn('drop-off'), numberColumn('of all')],
    rows,
  );
}

function outcomeTable({ outcomes, finished }: Tally): string {
  const rows = outcomes.map(({ id, visitors }) => [id, `${visitors}`, share(visitors, finished)]);
  return formatTable([textColumn('outcome'), numberColumn('visitors'), numberColumn('share')], rows);
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
  const columns = [
    textColumn('variant'),
    numberColumn('visitors'),
    numberColumn('finished'),
    ...outcomes.map(({ id }) => numberColumn(id)),
  ];
  return formatTable(columns, rows);
}
