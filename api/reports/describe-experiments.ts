import type { CompiledExperiment, CompiledFunnel } from '../../engine/model.ts';
import { nameOfCount, readCountName } from '../events/counting/counts.ts';
import type { ConvertedRow } from './revenue.ts';
import type { History } from './history.ts';
import type { ExperimentReport, VariantCount } from './statistics/experiments.ts';
import { experimentReport } from './statistics/experiments.ts';
import type { Sums } from './counts.ts';

interface Known {
  readonly sums: Sums;
  readonly converted: readonly ConvertedRow[];
  readonly history: History;
}

/** What is known of the experiments of the funnel, and of earlier ones that visitors of the period have met. */
export function describeExperiments(funnel: CompiledFunnel, known: Known): readonly ExperimentReport[] {
  const present = new Map(funnel.experiments.map(({ name, variants }) => [name, variants.map(({ name }) => name)]));
  const met = readMet(known.sums);
  const names = [...new Set([...present.keys(), ...[...met.keys()].toSorted()])];
  return names.map((name) => {
    const own = present.get(name) ?? [];
    const seen = met.get(name) ?? new Set();
    const order = [...new Set([...known.history.variants(name), ...seen])];
    const variants = order.filter((variant) => own.includes(variant) || seen.has(variant));
    return experimentReport(
      name,
      variants.map((variant) => countVariant(known, name, variant)),
    );
  });
}

/** The variants that somebody has met, by experiment. */
function readMet(sums: Sums): ReadonlyMap<string, ReadonlySet<string>> {
  const met = new Map<string, Set<string>>();
  for (const counts of sums.values())
    for (const [text, count] of counts) {
      const name = readCountName(text);
      if (name[0] !== 'met' || count === 0) continue;
      met.set(name[1], (met.get(name[1]) ?? new Set()).add(name[2]));
    }
  return met;
}

function countVariant({ sums, converted, history }: Known, experiment: string, variant: string): VariantCount {
  const row = converted.find((each) => each.experiment === experiment && each.variant === variant);
  let [visitors, finished, expected] = [0, 0, 0];
  for (const [version, counts] of sums) {
    visitors += counts.get(nameOfCount(['met', experiment, variant])) ?? 0;
    finished += counts.get(nameOfCount(['met_finished', experiment, variant])) ?? 0;
    const described = history.version(version)?.experiments.find(({ name }) => name === experiment);
    if (described) expected += metOf(counts, experiment) * shareOf(described, variant);
  }
  return {
    name: variant,
    visitors,
    expected,
    converted: { finished, sign_up: row?.signedUp ?? 0, purchase: row?.bought ?? 0 },
  };
}

/** Visitors of one version who met the experiment, whichever variant. */
function metOf(counts: ReadonlyMap<string, number>, experiment: string): number {
  const beginning = nameOfCount(['met', experiment, '']);
  return [...counts].reduce((sum, [name, count]) => sum + (name.startsWith(beginning) ? count : 0), 0);
}

/** The part of the visitors who get a variant, by the weights. */
function shareOf({ variants }: CompiledExperiment, name: string): number {
  const total = variants.reduce((sum, { weight }) => sum + weight, 0);
  return (variants.find((variant) => variant.name === name)?.weight ?? 0) / total;
}
