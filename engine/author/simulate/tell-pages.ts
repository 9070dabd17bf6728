import type { CompiledFunnel, CompiledStep, SavedVisit, VisitEvent } from '../../model.ts';
import { newGoals, noGoals, reportedGoals, withReported } from '../../run/goals.ts';
import type { VisitContext } from '../../run/journey.ts';
import type { PageEvent, PageLog, PageStart } from '../../run/page-log.ts';
import { saveVisit } from '../../run/save-visit.ts';
import type { Random } from './random.ts';
import type { VisitByChance } from './visit-by-chance.ts';

/** Chances of what happens at a step besides, and how long it takes. */
const opensAgain = 0.01;
const looksAway = 0.02;
const meanSeconds = 4;
const secondsAway = 90;

export interface ToldVisit {
  readonly pages: readonly PageLog[];
  /** The goals that were reached, each once. */
  readonly goals: readonly string[];
}

/** What a visitor's browser tells of a visit that is opened at this time: pages that are loaded anew, looks away, times. */
export function tellPages(
  funnel: CompiledFunnel,
  { moves, end }: VisitByChance,
  { start, openedAt, random }: { readonly start: PageStart; readonly openedAt: number; readonly random: Random },
): ToldVisit {
  const teller = new Teller(start, openedAt, random);
  let reported = noGoals(funnel);
  const note = (journey: VisitContext['journey']) => {
    reported = withReported(funnel, reported, newGoals(funnel, { journey, reported }));
  };
  for (const { journey, event } of moves) {
    const step = funnel.steps[journey.at]!;
    teller.spend(step);
    if (random.next() < opensAgain) teller.openAgain(saveVisit(funnel, { context: { journey, reported } }));
    teller.take(step, event);
    if (event.type !== 'BACK') note(journey);
  }
  const last = funnel.steps[end.at];
  if (last) teller.leave(last);
  else note(end);
  return { pages: teller.pages, goals: reportedGoals(funnel, reported) };
}

/** A browser's clock, and what its pages have told so far. */
class Teller {
  readonly pages: { readonly page: number; readonly events: PageEvent[] }[] = [];
  readonly #start: PageStart;
  readonly #random: Random;
  #now: number;

  constructor(start: PageStart, openedAt: number, random: Random) {
    this.#start = start;
    this.#random = random;
    this.#now = openedAt;
    this.#open(start);
  }

  /** Looks at a step for a while, sometimes at something else in between. */
  spend(step: CompiledStep): void {
    this.#wait(0.5 + this.#about(meanSeconds));
    if (this.#random.next() < looksAway) {
      this.#tell((at) => [at, 'hide']);
      this.#wait(1 + this.#about(secondsAway));
      this.#tell((at) => [at, 'show']);
    }
    if (step.type === 'loader') this.#wait(step.seconds);
  }

  take({ id }: CompiledStep, event: VisitEvent): void {
    this.#tell((at) => {
      if (event.type === 'ANSWER') return [at, 'answer', id, event.value];
      return [at, event.type === 'NEXT' ? 'next' : 'back', id];
    });
  }

  /** The page is loaded anew, where the visit was. */
  openAgain(saved: SavedVisit): void {
    this.#tell((at) => [at, 'hide']);
    this.#wait(0.5 + this.#about(meanSeconds));
    this.#open({ ...this.#start, saved });
  }

  /** Closes the page. */
  leave(step: CompiledStep): void {
    this.spend(step);
    this.#tell((at) => [at, 'hide']);
  }

  #open(start: PageStart): void {
    this.pages.push({ page: this.#now, events: [[0, 'open', start]] });
  }

  #tell(write: (at: number) => PageEvent): void {
    const { page, events } = this.pages.at(-1)!;
    events.push(write(this.#now - page));
  }

  /** Seconds by chance, so many on average: often less, seldom much more. */
  #about(seconds: number): number {
    return -Math.log(1 - this.#random.next()) * seconds;
  }

  #wait(seconds: number): void {
    this.#now += Math.round(seconds * 1_000);
  }
}
