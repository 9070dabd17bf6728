import type { CompiledFunnel } from '../../model.ts';
import type { PageLog } from '../../run/page-log.ts';
import { assignVariants } from '../../run/variants.ts';
import { answerByChance } from './answer-by-chance.ts';
import { createRandom, type Random } from './random.ts';
import { factsOf, type SimulatedVisit } from './simulate-visits.ts';
import { tellPages } from './tell-pages.ts';
import { visitByChance, type Stay, type VisitByChance } from './visit-by-chance.ts';
import { visitIdAt } from './visit-id.ts';

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

/** A visit as a browser would tell it, and what came of it. */
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
const comesAgain = 0.1;
const sources = ['', '', 'google', 'google', 'facebook', 'instagram', 'newsletter'] as const;

/** Visits by chance as browsers tell them: in several languages, from several sources, some in several pages. */
export function* simulateLogs(funnel: CompiledFunnel, input: SimulateLogsInput): Iterable<SimulatedLog> {
  const random = createRandom(input.seed);
  const answers = funnel.steps.map(answerByChance);
  const chances = { random, answers, stay: input.stay, back: input.back };
  for (let number = 0; number < input.visits; number += 1) {
    const startedAt = Math.floor(input.from + ((input.to - input.from) * number) / input.visits);
    const browser = number > 0 && random.next() < comesAgain ? random.below(number) : number;
    const seed = `${input.seed}-${browser}`;
    const variants = assignVariants(funnel, seed);
    const locale = pick(funnel.locales, random);
    const source = pick(sources, random);
    const walk = visitByChance(funnel, { variants }, chances);
    const start = {
      version: funnel.version,
      locale,
      seed,
      stepsLimit: funnel.steps.length,
      ...(source !== '' && { source }),
    };
    yield {
      ...factsOf(funnel, walk, variants),
      visit: visitIdAt(startedAt, random),
      seed,
      startedAt,
      locale,
      source,
      walk,
      ...tellPages(funnel, walk, { start, openedAt: startedAt, random }),
    };
  }
}

function pick<Item>(items: readonly Item[], random: Random): Item {
  return items[random.below(items.length)]!;
}
