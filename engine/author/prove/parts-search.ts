import type { ExampleVisit } from '../../problem.ts';
import { Budget } from '../explore/budget.ts';
import type { Point } from '../explore/conditions-in-use.ts';
import type { FunnelTerms } from './asks.ts';
import { Search, TooManyVisitsError } from './search.ts';

/** No visit does it: that is proved. */
export const nobody = 'nobody';
/** Whether one does is beyond what is looked at. */
export const unknown = 'unknown';

/** At most this part of the work is done for one thing, so that others are looked at too. */
const share = 1 / 8;

/** Finds visits one by one, by looking only at what can matter to each: for funnels with too many visits. */
export class PartsSearch {
  readonly #input: FunnelTerms;
  readonly #share: number;
  #left: number;
  #isWhole = true;

  constructor(input: FunnelTerms, limit: number) {
    this.#input = input;
    this.#share = limit * share;
    this.#left = limit;
  }

  /** Whether all that was asked is known. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** What matters of some visit that comes through these points; `play` makes a visit of it. */
  find(point: Point, through?: Point): ExampleVisit | typeof nobody | typeof unknown {
    const budget = new Budget(Math.min(this.#share, this.#left));
    const before = budget.left;
    try {
      return new Search(this.#input, budget).findInSlice(point, through) ?? nobody;
    } catch (error) {
      if (!(error instanceof TooManyVisitsError)) throw error;
      this.#isWhole = false;
      return unknown;
    } finally {
      this.#left -= before - budget.left;
    }
  }
}
