/** Makes every type of step known: for the server, the author's side, stories and tests. Browsers load what a funnel uses. */

import { addRules, common } from './index.ts';
import { rare } from './rare.ts';

addRules(rare);

/** Regular expressions for the texts in our own events that stand for what people wrote. */
export const redactedPatterns: readonly string[] = Object.values({ ...common, ...rare }).flatMap(
  ({ question }) => question?.redacted || [],
);
