/** Which variant of each experiment a visitor sees. */

import type { CompiledExperiment, CompiledFunnel } from '../model.ts';

/**
 * A variant for each experiment, by the weights. The same seed always gets the same variants; what it gets in one
 * experiment says nothing about another.
 */
export function assignVariants(funnel: CompiledFunnel, seed: string): Record<string, string> {
  return Object.fromEntries(
    funnel.experiments.map((experiment) => [
      experiment.name,
      pick(experiment, hash(`${funnel.id}\n${experiment.name}\n${seed}`)),
    ]),
  );
}

function pick({ variants }: CompiledExperiment, chance: number): string {
  const total = variants.reduce((sum, variant) => sum + variant.weight, 0);
  let rest = chance * total;
  for (const { name, weight } of variants) {
    rest -= weight;
    if (rest < 0) return name;
  }
  return variants[0]?.name ?? '';
}

/** FNV-1a, finished as MurmurHash3 is, so that seeds that differ in one letter are far apart: from 0 up to, not including, 1. */
function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) >>> 0) / 2 ** 32;
}
