/** Which variant of each experiment a visitor sees. */

import type { CompiledExperiment, CompiledFunnel } from '../model.ts';

/**
 * A variant for each experiment, by the weights. The same seed always gets the same variants, on every machine; what it
 * gets in one experiment says nothing about another.
 */
export function assignVariants({ id, experiments }: CompiledFunnel, seed: string): Record<string, string> {
  return Object.fromEntries(experiments.map((experiment) => [experiment.name, pickVariant(id, experiment, seed)]));
}

/**
 * By weighted rendezvous hashing: each variant draws a number for the visitor, the best one has them. A draw depends on
 * nothing but its own variant, so that one that is added or removed, or whose weight changes, moves visitors only to it
 * or from it. No visitor gets a variant without weight.
 */
export function pickVariant(funnel: string, { name, variants }: CompiledExperiment, seed: string): string {
  let picked = '';
  let best = -Infinity;
  for (const variant of variants) {
    const draw = Math.log(hash(`${funnel}\n${name}\n${variant.name}\n${seed}`)) / variant.weight;
    if (draw > best) [picked, best] = [variant.name, draw];
  }
  return picked;
}

/**
 * A number between 0 and 1, as if by chance, always the same for the same text: FNV-1a, finished as MurmurHash3 is, so
 * that seeds that differ in one letter are far apart.
 */
export function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (((h ^ (h >>> 16)) >>> 0) + 0.5) / 2 ** 32;
}
