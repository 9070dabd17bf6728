/**
 * What browsers need of quizzes that few are like: the rules of rare types of step, and words with what the visitor's
 * address says. Importing this file makes them known. And the steps of blocks in the visitor's order.
 */

import type { CompiledFunnel, FunnelData } from '../../engine/model.ts';
import { blocksInOrder } from '../../engine/run/blocks.ts';
import { withAddress } from '../../engine/run/address.ts';
import { rareFormats } from '../../engine/run/recall.ts';
import '../../engine/run/steps/all.ts';
import { visitorSeed } from '../storage.ts';
import { storedAddress } from '../starter/take-address.ts';

const { read } = rareFormats;
rareFormats.read = (given, input) => read(addressed(given), input);

/** By the data of a quiz: what is stored of the address stays the same while a page is open. */
const known = new WeakMap<FunnelData, FunnelData>();

function addressed(data: FunnelData): FunnelData {
  const { id, address } = data.funnel;
  if (!address) return data;
  const made = known.get(data) ?? withAddress(data, storedAddress(id, address));
  known.set(data, made);
  return made;
}

/**
 * The data of a quiz with the steps of its blocks in the visitor's order, in another one once the browser has been made to
 * forget the visitor; at the build, which knows none, as they are written.
 */
export function inOrder(data: FunnelData): FunnelData {
  const written = data.funnel;
  if (import.meta.env.SSR || written.steps.every(({ block }) => block === undefined)) return data;
  let made: readonly [seed: string, funnel: CompiledFunnel] | undefined;
  return {
    ...data,
    get funnel() {
      const seed = visitorSeed();
      if (made?.[0] !== seed) made = [seed, blocksInOrder(written, seed)];
      return made[1];
    },
  };
}
