/**
 * What browsers need of quizzes that few are like: the rules of rare types of step, and words with what the visitor's
 * address says. Importing this file makes them known.
 */

import { withAddress } from '../../engine/run/address.ts';
import { rareFormats } from '../../engine/run/recall.ts';
import '../../engine/run/steps/all.ts';
import { storedAddress } from '../starter/take-address.ts';

const { read } = rareFormats;
rareFormats.read = (given, input) => {
  const data = read(given, input);
  const { id, address } = data.funnel;
  return address ? withAddress(data, storedAddress(id, address)) : data;
};
