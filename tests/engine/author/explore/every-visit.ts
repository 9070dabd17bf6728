import { initialTransition, transition } from 'xstate';
import { checkAnswer, isOptional, isQuestion } from '../../../../engine/run/answer.ts';
import type { Journey } from '../../../../engine/run/journey.ts';
import { createFunnelMachine } from '../../../../engine/run/machine.ts';
import { holds } from '../../../../engine/run/walk.ts';
import { matrixAnswers, ordersOf } from '../../run/reference-visit.ts';
import type { Answer, CompiledFunnel, CompiledStep, VisitEvent, VisitInput } from '../../../../engine/model.ts';

/** What walking every visit on the real machine finds. */
export interface Found {
  /** For each step that somebody sees the fewest and the most steps that follow. */
  readonly remaining: Readonly<Record<string, readonly [number, number]>>;
  /** For each dimension the lowest and the highest total at the finish. */
  readonly totals: Readonly<Record<string, readonly [number, number]>>;
}

/** Texts that visitors may give: some that the conditions under test speak of, and others. */
const textsToSay = [
  'ann',
  'bob',
  'c@d.ef',
  'g@h.ij',
  'k@l.mn',
  'o0',
  'o1',
  'o2',
  'plain',
  'r0.o1',
  'r1.o0',
  "it's: #1",
];
const queriesToCome = ['mail', ...textsToSay.filter((text) => text !== 'k@l.mn')];

/** Walks the machine along every way, with every answer, every variant and every query parameter. */
export function walkEveryVisit(funnel: CompiledFunnel): Found {
  const machine = createFunnelMachine(funnel);
  const remaining: Record<string, readonly [number, number]> = {};
  const totals: Record<string, readonly [number, number]> = {};
  type Snapshot = ReturnType<typeof transition<typeof machine>>[0];

  function walk(snapshot: Snapshot): readonly [number, number] {
    if (snapshot.status === 'done') {
      for (const [name, total] of Object.entries(snapshot.context.journey.trail.totals))
        widen(totals, name, tidy(total), tidy(total));
      return [0, 0];
    }
    const step = funnel.steps[snapshot.context.journey.at]!;
    const after = eventsAt(funnel, snapshot.context.journey).map((event) =>
      walk(transition(machine, snapshot, event)[0]),
    );
    const fewest = Math.min(...after.map(([least]) => least));
    const most = Math.max(...after.map(([, most]) => most));
    widen(remaining, step.id, fewest, most);
    return [fewest + 1, most + 1];
  }

  for (const input of inputsOf(funnel)) walk(initialTransition(machine, input)[0]);
  return { remaining, totals };
}

/** Without what adding decimals leaves. */
function tidy(total: number): number {
  return Number(total.toPrecision(12));
}

/** How many ways there are at most to answer the whole funnel. */
export function countVisits(funnel: CompiledFunnel): number {
  return funnel.steps.reduce((product, step) => product * eventsOn(step).length, inputsOf(funnel).length);
}

function widen(ranges: Record<string, readonly [number, number]>, name: string, least: number, most: number): void {
  const [low, high] = ranges[name] ?? [least, most];
  ranges[name] = [Math.min(low, least), Math.max(high, most)];
}

/** Every variant and every query parameter that a visit can begin with. */
export function inputsOf({ experiments, hiddenFields }: CompiledFunnel): readonly VisitInput[] {
  let inputs: VisitInput[] = [{}];
  for (const { name, variants } of experiments) {
    inputs = inputs.flatMap((input) =>
      variants.map((variant) => ({ ...input, variants: { ...input.variants, [name]: variant.name } })),
    );
  }
  for (const name of hiddenFields) {
    inputs = inputs.flatMap((input) => [
      input,
      ...queriesToCome.map((text) => ({ ...input, query: { ...input.query, [name]: text } })),
    ]);
  }
  return inputs;
}

/** What of that can be done in this visit: not every option may be offered in it. */
export function eventsAt(funnel: CompiledFunnel, journey: Journey): readonly VisitEvent[] {
  const step = funnel.steps[journey.at]!;
  const isHidden = (key: string | number) => {
    const condition = step.offeredIf?.[key];
    return condition !== undefined && !holds(funnel, journey, condition);
  };
  return eventsOn(step).filter((event) => event.type !== 'ANSWER' || ![event.value].flat().some(isHidden));
}

/** Everything that a visitor can do to leave a step forwards. */
export function eventsOn(step: CompiledStep): readonly VisitEvent[] {
  if (!isQuestion(step)) return [{ type: 'NEXT' }];
  const answers = answersTo(step).filter((answer) => checkAnswer(step, answer) === null);
  const events = answers.map((value): VisitEvent => ({ type: 'ANSWER', value }));
  return isOptional(step) ? [...events, { type: 'NEXT' }] : events;
}

function answersTo(step: CompiledStep): readonly Answer[] {
  switch (step.type) {
    case 'single_choice':
    case 'select':
    case 'consent':
      return step.options.map(({ key }) => key);
    case 'matrix':
      return matrixAnswers(step);
    case 'rank':
      return ordersOf(step.options.map(({ key }) => key));
    case 'multiple_choice':
      return step.options.reduce<string[][]>((sets, { key }) => [...sets, ...sets.map((set) => [...set, key])], [[]]);
    case 'number':
      return Array.from({ length: Math.round((step.max - step.min) / step.step) + 1 }, (_, n) =>
        Number((step.min + n * step.step).toFixed(6)),
      );
    case 'text':
    case 'email':
      return textsToSay;
    case 'phone':
      return ['+34600123456'];
    case 'date':
      return ['2026-11-20', '2026-11-21', '2026-11-22'];
    case 'time':
      return ['23:58', '23:59', '00:00', '00:01'];
    case 'intro':
    case 'info':
    case 'display':
    case 'group':
    case 'loader':
      return [];
  }
}
