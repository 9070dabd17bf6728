import { answerByChance } from '../../../engine/author/steps/answer-by-chance.ts';
import { createRandom, type Random } from '../../../engine/author/random.ts';
import {
  factsOf,
  type SimulatedVisit,
  type Stay,
  type VisitByChance,
  visitByChance,
} from '../../../engine/author/simulate/simulate-visits.ts';
import type { CompiledFunnel, CompiledStep, SavedVisit, VisitEvent } from '../../../engine/model.ts';
import { blocksInOrder } from '../../../engine/run/blocks.ts';
import { newGoals } from '../../../engine/run/journey.ts';
import type { VisitContext } from '../../../engine/run/journey.ts';
import type { PageEvent, PageLog, PageStart } from '../../../engine/run/page-log.ts';
import { saveVisit } from '../../../engine/run/save-visit.ts';
import { assignVariants } from '../../../engine/run/variants.ts';

export interface SimulateLogsInput {
  readonly visits: number;
  /** The same seed gives the same visits. */
  readonly seed: string;
  readonly stay: Stay;
  /** The chance that a visitor takes Back at a step where they can. */
  readonly back: number;
  /** Between these times visits begin, evenly and in this order; milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
}

/** A visit as a browser would report it, and what came of it. */
export interface SimulatedLog extends SimulatedVisit {
  readonly visit: string;
  /** Of the browser, which may have made an earlier visit. */
  readonly seed: string;
  readonly startedAt: number;
  readonly locale: string;
  /** Empty where none is known. */
  readonly source: string;
  readonly goals: readonly string[];
  readonly pages: readonly PageLog[];
  /** Every move, and where the visit was before it. */
  readonly walk: VisitByChance;
}

/** The chance that a browser makes one more visit. */
const returnRate = 0.1;
const sources = ['', '', 'google', 'google', 'facebook', 'instagram', 'newsletter'] as const;

/** Visits by chance as browsers report them: in several languages, from several sources, some in several pages. */
export function* simulateLogs(funnel: CompiledFunnel, input: SimulateLogsInput): Iterable<SimulatedLog> {
  const random = createRandom(input.seed);
  const answers = funnel.steps.map(answerByChance);
  for (let number = 0; number < input.visits; number += 1) {
    const startedAt = Math.floor(input.from + ((input.to - input.from) * number) / input.visits);
    const browser = number > 0 && random.next() < returnRate ? random.below(number) : number;
    const seed = `${input.seed}-${browser}`;
    const variants = assignVariants(funnel, seed);
    const locale = pick(funnel.locales, random);
    const source = pick(sources, random);
    const own = blocksInOrder(funnel, seed);
    const chances = { random, answers: own === funnel ? answers : own.steps.map(answerByChance), ...input };
    const walk = visitByChance(own, { variants }, chances);
    const start = {
      version: funnel.version,
      locale,
      seed,
      stepsLimit: funnel.steps.length,
      ...(source !== '' && { source }),
      ...(funnel.builtOn !== undefined && { today: funnel.builtOn }),
    };
    yield {
      ...factsOf(own, walk, variants),
      visit: visitIdAt(startedAt, random),
      seed,
      startedAt,
      locale,
      source,
      walk,
      ...recordPages(own, walk, { start, openedAt: startedAt, random }),
    };
  }
}

function pick<Item>(items: readonly Item[], random: Random): Item {
  return items[random.below(items.length)]!;
}

/** Chances of what happens at a step besides, and how long it takes. */
const opensAgain = 0.01;
const leavesScreen = 0.02;
const meanSeconds = 4;
const secondsAway = 90;

interface RecordedVisit {
  readonly pages: readonly PageLog[];
  /** The goals that were reached, each once. */
  readonly goals: readonly string[];
}

/** What a visitor's browser reports of a visit that is opened at this time: reloads, looks away, times. */
function recordPages(
  funnel: CompiledFunnel,
  { moves, end }: VisitByChance,
  { start, openedAt, random }: { readonly start: PageStart; readonly openedAt: number; readonly random: Random },
): RecordedVisit {
  const recorder = new PageRecorder(start, openedAt, random);
  let reported: readonly string[] = [];
  const note = (journey: VisitContext['journey']) => {
    reported = [...reported, ...newGoals(funnel, { journey, reported })];
  };
  for (const { journey, event } of moves) {
    const step = funnel.steps[journey.at]!;
    recorder.spend(step);
    if (random.next() < opensAgain) recorder.openAgain(saveVisit(funnel, { context: { journey, reported } }));
    recorder.take(step, event);
    if (event.type !== 'BACK') note(journey);
  }
  const last = funnel.steps[end.at];
  if (last) recorder.leave(last);
  else note(end);
  return { pages: recorder.pages, goals: reported };
}

/** A browser's clock, and what its pages have reported so far. */
class PageRecorder {
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
    if (this.#random.next() < leavesScreen) {
      this.#record((at) => [at, 'hide']);
      this.#wait(1 + this.#about(secondsAway));
      this.#record((at) => [at, 'show']);
    }
    if ('seconds' in step) this.#wait(step.seconds);
  }

  take({ id }: CompiledStep, event: VisitEvent): void {
    this.#record((at) => {
      if (event.type === 'ANSWER') return [at, 'answer', id, event.value];
      return [at, event.type === 'NEXT' ? 'next' : 'back', id];
    });
  }

  /** The page is reloaded, where the visit was. */
  openAgain(saved: SavedVisit): void {
    this.#record((at) => [at, 'hide']);
    this.#wait(0.5 + this.#about(meanSeconds));
    this.#open({ ...this.#start, saved });
  }

  /** Closes the page. */
  leave(step: CompiledStep): void {
    this.spend(step);
    this.#record((at) => [at, 'hide']);
  }

  #open(start: PageStart): void {
    this.pages.push({ page: this.#now, events: [[0, 'open', start]] });
  }

  #record(write: (at: number) => PageEvent): void {
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

/** An id as browsers make them (UUID version 7) at this time, in milliseconds since 1970. */
function visitIdAt(time: number, random: Random): string {
  const digits = (count: number) => Array.from({ length: count }, () => random.below(16).toString(16)).join('');
  const stamp = time.toString(16).padStart(12, '0');
  return `${stamp.slice(0, 8)}-${stamp.slice(8)}-7${digits(3)}-${(8 + random.below(4)).toString(16)}${digits(3)}-${digits(12)}`;
}
