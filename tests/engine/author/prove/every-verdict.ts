import type { CompiledFunnel } from '../../../../engine/model.ts';
import type { ExampleVisit } from '../../../../engine/problem.ts';
import { indexOf } from '../../../../engine/run/funnel-index.ts';
import { answerOnPath } from '../../../../engine/run/journey.ts';
import { isQuestion } from '../../../../engine/run/answer.ts';
import { evaluate } from '../../../../engine/run/expression.ts';
import { holds, pass, scopeOf } from '../../../../engine/run/walk.ts';
import { eventsAt, eventsOn, inputsOf } from '../explore/every-visit.ts';
import { movesOf, type Move } from './every-move.ts';
import { missingReads } from './missing-reads.ts';
import { replayVisit, type VisitEnd } from './replay.ts';

/** Verdicts as `what: steps in the shortest visit that shows it`. */
export type Tally = Readonly<Record<string, number>>;

/** What walking every visit on the real machine proves; `again` as in `movesOf`. */
export function walkEveryVerdict(funnel: CompiledFunnel, again = 0): Tally {
  const seen = new Sightings();
  const { begin, send } = movesOf(funnel, again);
  const passed: number[] = [];

  function walk({ snapshot, move }: ReturnType<typeof begin>): void {
    if (move.from) passed.push(move.from.at);
    record(funnel, move, passed, seen);
    const step = funnel.steps[move.to];
    for (const event of step ? eventsAt(funnel, move.journey) : []) walk(send(snapshot, event));
    if (move.from) passed.pop();
  }

  for (const input of inputsOf(funnel)) walk(begin(input));
  return conclude(funnel, seen);
}

/** What can be seen in one visit, each with the number of its steps up to there. */
export function sightingsIn(funnel: CompiledFunnel, visit: ExampleVisit, end: VisitEnd): ReadonlyMap<string, number> {
  const seen = new Sightings();
  const passed: number[] = [];
  for (const move of replayVisit(funnel, visit, end)) {
    if (move.from) passed.push(move.from.at);
    record(funnel, move, passed, seen);
  }
  return new Map(seen);
}

/** What was seen, each with the fewest steps of a visit in which it was. */
class Sightings {
  readonly #fewest = new Map<string, number>();

  add(what: string, steps: number): void {
    this.#fewest.set(what, Math.min(steps, this.#fewest.get(what) ?? Infinity));
  }

  get(what: string): number | undefined {
    return this.#fewest.get(what);
  }

  [Symbol.iterator]() {
    return this.#fewest[Symbol.iterator]();
  }
}

function record(funnel: CompiledFunnel, move: Move, passed: readonly number[], seen: Sightings): void {
  const { from, hidden, to, outcome } = move;
  const stands = move.passed + (outcome === undefined ? 1 : 0);
  const reads = (condition: string, asked: string) => {
    for (const field of missingReads(funnel, move.journey, condition))
      seen.add(`${asked} misses ${field}`, move.passed);
  };
  if (from) recordEdges(funnel, move, { seen, reads, stands });
  for (const at of hidden) seen.add(`hidden ${at}`, stands);
  for (let at = (from?.at ?? -1) + 1; at < to; at += 1) seen.add(`past ${at}`, stands);
  for (const at of [...hidden, to]) {
    const { showIf, id } = funnel.steps[at] ?? {};
    if (showIf !== undefined) reads(showIf, `show_if of ${id}`);
  }
  if (outcome === undefined) seen.add(`shown ${to}`, stands);
  if (outcome === undefined) recordOffers(funnel, move, { seen, reads, stands });
  if (outcome === undefined && isStuck(funnel, move)) seen.add(`stuck ${funnel.steps[to]!.id}`, stands);
  if (outcome !== undefined) recordOutcomes(funnel, move, { seen, reads });
  const place = outcome === undefined ? `step ${funnel.steps[to]!.id}` : `outcome ${outcome}`;
  for (const [field, at] of indexOf(funnel).fields)
    if (answerOnPath(move.journey, at) === undefined) seen.add(`${place} can't recall ${field}`, stands);
  const shown = funnel.steps[to];
  const drawn = outcome === undefined && shown?.type === 'display' ? (shown.chart?.values ?? []) : [];
  if (drawn.some((value) => evaluate(value, scopeOf(funnel, move.journey)) === undefined))
    seen.add(`${place} can't draw its chart`, stands);
  const last = from && funnel.steps[from.at]!;
  for (const at of last?.goal === undefined ? [] : passed.slice(0, -1)) {
    const { goal, id } = funnel.steps[at]!;
    if (goal === last?.goal) seen.add(`twice ${goal}: ${id} and ${last?.id}`, move.passed);
  }
}

/** Whether the check of the step on the screen takes none of all answers. */
function isStuck(funnel: CompiledFunnel, { journey, to }: Move): boolean {
  const step = funnel.steps[to]!;
  const { check } = step;
  if (check === undefined) return false;
  return eventsOn(step).every(
    (event) => event.type === 'ANSWER' && !holds(funnel, pass(funnel, journey, event.value), check),
  );
}

function recordOffers(
  funnel: CompiledFunnel,
  { journey, to }: Move,
  { seen, reads, stands }: Recording & { stands: number },
): void {
  const step = funnel.steps[to]!;
  for (const [key, condition] of Object.entries(step.offeredIf ?? {})) {
    reads(condition, `option ${key} of ${step.id}`);
    if (holds(funnel, journey, condition)) seen.add(`offered ${step.id} ${key}`, stands);
  }
  if (step.offeredIf && isQuestion(step) && !eventsAt(funnel, journey).some(({ type }) => type === 'ANSWER'))
    seen.add(`bare ${step.id}`, stands);
}

interface Recording {
  readonly seen: Sightings;
  readonly reads: (condition: string, asked: string) => void;
}

function recordEdges(
  funnel: CompiledFunnel,
  move: Move,
  { seen, reads, stands }: Recording & { stands: number },
): void {
  const { at, edge: taken } = move.from!;
  const { id, next } = funnel.steps[at]!;
  next.forEach(({ when }, edge) => {
    if (edge === taken) seen.add(`taken ${id} ${edge}`, stands);
    else seen.add(`instead of ${id} ${edge}`, stands);
    if (edge > taken && (when === undefined || holds(funnel, move.journey, when)))
      seen.add(`shadowed ${id} ${edge}`, stands);
    if (edge <= taken && when !== undefined) reads(when, `edge ${edge} of ${id}`);
    if (when !== undefined && !holds(funnel, move.journey, when)) seen.add(`fails ${id} ${edge}`, stands);
  });
}

function recordOutcomes(funnel: CompiledFunnel, move: Move, { seen, reads }: Recording): void {
  const first = funnel.outcomes.findIndex(({ id }) => id === move.outcome);
  const got = first === -1 ? funnel.outcomes.length : first;
  seen.add(`got ${move.outcome}`, move.passed);
  funnel.outcomes.forEach(({ id, when }, at) => {
    if (at > got && (when === undefined || holds(funnel, move.journey, when))) seen.add(`shadowed ${id}`, move.passed);
    if (at <= got && when !== undefined) reads(when, `outcome ${id}`);
    if (when !== undefined && !holds(funnel, move.journey, when)) seen.add(`fails ${id}`, move.passed);
  });
}

function conclude({ steps, outcomes }: CompiledFunnel, seen: Sightings): Tally {
  const tally: Record<string, number> = {};
  for (const [what, fewest] of seen) if (/misses|recall|chart|twice/.test(what)) tally[what] = fewest;
  steps.forEach(({ id, next, offeredIf = {} }, at) => {
    if (seen.get(`shown ${at}`) === undefined) {
      const hidden = seen.get(`hidden ${at}`);
      tally[`step ${id} is ${hidden === undefined ? 'passed by' : 'hidden'}`] = hidden ?? seen.get(`past ${at}`)!;
      return;
    }
    for (const key of Object.keys(offeredIf))
      if (seen.get(`offered ${id} ${key}`) === undefined) tally[`option ${key} of ${id} is offered to nobody`] = 0;
    const last = next.findLastIndex((_, edge) => seen.get(`taken ${id} ${edge}`) !== undefined);
    const isShadowing =
      next[last]?.when !== undefined &&
      next.some((_, edge) => edge > last && seen.get(`shadowed ${id} ${edge}`) !== undefined);
    if (isShadowing && seen.get(`fails ${id} ${last}`) === undefined) tally[`edge ${last} of ${id} is always true`] = 0;
    next.forEach((_, edge) => {
      if (seen.get(`taken ${id} ${edge}`) !== undefined) return;
      const shadowed = seen.get(`shadowed ${id} ${edge}`);
      tally[`edge ${edge} of ${id} is ${shadowed === undefined ? 'never true' : 'shadowed'}`] =
        shadowed ?? seen.get(`instead of ${id} ${edge}`)!;
    });
  });
  const last = outcomes.findLastIndex(({ id }) => seen.get(`got ${id}`) !== undefined);
  const isElse = outcomes.at(-1)?.when === undefined;
  if (isElse && last >= 0 && last < outcomes.length - 1 && seen.get(`fails ${outcomes[last]!.id}`) === undefined)
    tally[`outcome ${outcomes[last]!.id} is always true`] = 0;
  for (const { id } of outcomes) {
    if (seen.get(`got ${id}`) !== undefined) continue;
    const shadowed = seen.get(`shadowed ${id}`);
    tally[`outcome ${id} is ${shadowed === undefined ? 'never true' : 'shadowed'}`] = shadowed ?? 0;
  }
  return tally;
}
