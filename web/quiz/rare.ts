/**
 * What browsers need of quizzes that few are like: the rules of rare types of step, and words with what the visitor's
 * address says. Importing this file makes them known.
 */

import type { FunnelData } from '../../engine/model.ts';
import { withAddress } from '../../engine/run/address.ts';
import { rareFormats } from '../../engine/run/recall.ts';
import '../../engine/run/steps/all.ts';
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
