import { judge } from '../../api/reports/statistics/experiments.ts';
import { simulateLogs } from '../../engine/author/simulate/simulate-logs.ts';
import type { Stay } from '../../engine/author/simulate/simulate-visits.ts';
import type { CompiledFunnel } from '../../engine/model.ts';
import { readPages } from '../../engine/run/read-pages.ts';

export interface ExperimentRun {
  readonly seed: string;
  readonly stay: Stay;
  readonly days: number;
  readonly visitsADay: number;
  /** Whether it ends with the first verdict. */
  readonly stops: boolean;
}

/** What somebody finds in one experiment, by how they look. */
export interface Findings {
  /** The first verdict was a difference; null where there was none in the time. */
  readonly atFirstVerdict: boolean | null;
  /** At the end of some day after the first verdict there was a difference. */
  readonly onSomeDay: boolean;
  /** At the end of some day p was below 0.05, however few visitors there were. */
  readonly withoutWaiting: boolean;
}

/** The first verdict is looked for so many times a day, so that it is not given on more visitors than it takes. */
const checksPerDay = 20;

/** Runs the first experiment of a quiz over visits by chance. */
export function runExperiment(funnel: CompiledFunnel, run: ExperimentRun): Findings {
  const groups = funnel.experiments[0]!.variants.map(() => ({ visitors: 0, converted: 0 }));
  const found = { atFirstVerdict: null as boolean | null, onSomeDay: false, withoutWaiting: false };
  const visitorsPerCheck = Math.ceil(run.visitsADay / checksPerDay);
  let visits = 0;
  for (const counted of countedVisits(funnel, run)) {
    if (counted) {
      const group = groups[counted.variant]!;
      group.visitors += 1;
      group.converted += counted.finished ? 1 : 0;
    }
    visits += 1;
    const isEvening = visits % run.visitsADay === 0;
    if (!isEvening && (found.atFirstVerdict !== null || visits % visitorsPerCheck !== 0)) continue;
    const { verdict, p } = judge(groups);
    if (verdict !== 'too_small') found.atFirstVerdict ??= verdict === 'difference';
    if (found.atFirstVerdict !== null && run.stops) return found;
    found.onSomeDay ||= verdict === 'difference';
    found.withoutWaiting ||= isEvening && p.some((value) => value !== null && value < 0.05);
  }
  return found;
}

/**
 * Each visit: by which variant it counts and whether it finished, or null where it does not count. Nobody goes back: who
 * decides twice whether to stay would make more of a difference than there is said to be.
 */
function* countedVisits(funnel: CompiledFunnel, { seed, stay, days, visitsADay }: ExperimentRun) {
  const { name, variants } = funnel.experiments[0]!;
  const browsers = new Set<string>();
  const logs = simulateLogs(funnel, {
    visits: days * visitsADay,
    seed,
    stay,
    back: 0,
    from: 0,
    to: days * 86_400_000,
  });
  for (const log of logs) {
    const isFirst = !browsers.has(log.seed);
    browsers.add(log.seed);
    const { events } = readPages(() => funnel, log.pages);
    const met = events.find((event) => event.type === 'variant_met' && event.experiment === name);
    if (!isFirst || met?.type !== 'variant_met') yield null;
    else {
      yield {
        variant: variants.findIndex((variant) => variant.name === met.variant),
        finished: events.some(({ type }) => type === 'visit_finished'),
      };
    }
  }
}
