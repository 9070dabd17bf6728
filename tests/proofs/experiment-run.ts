import { judge } from '../../api/reports/statistics/experiments.ts';
import { simulateLogs } from '../events/simulated/simulate-logs.ts';
import type { Stay } from '../../engine/author/simulate/simulate-visits.ts';
import type { CompiledFunnel } from '../../engine/model.ts';
import { readPages } from '../../engine/replay/read-pages.ts';

export interface ExperimentRun {
  readonly seed: string;
  readonly stay: Stay;
  readonly days: number;
  readonly visitsADay: number;
  /** Whether it ends once there is a verdict. */
  readonly stops: boolean;
}

/** The verdicts that somebody who looks all the time sees. */
export interface Findings {
  /** At some look there was a difference. */
  readonly difference: boolean;
  /** At some look there was a verdict. */
  readonly verdict: boolean;
}

const looksPerDay = 20;

/** Runs the first experiment of a quiz over visits by chance, and looks at it again and again. */
export function runExperiment(funnel: CompiledFunnel, run: ExperimentRun): Findings {
  const groups = funnel.experiments[0]!.variants.map(() => ({ visitors: 0, converted: 0 }));
  const found = { difference: false, verdict: false };
  const visitsPerLook = Math.ceil(run.visitsADay / looksPerDay);
  let visits = 0;
  for (const counted of countedVisits(funnel, run)) {
    if (counted) {
      const group = groups[counted.variant]!;
      group.visitors += 1;
      group.converted += counted.finished ? 1 : 0;
    }
    visits += 1;
    if (visits % visitsPerLook !== 0) continue;
    const { verdict } = judge(groups);
    found.difference ||= verdict === 'difference';
    found.verdict ||= verdict !== 'too_small';
    if (found.verdict && run.stops) return found;
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
