/**
 * How a visit moves from one place to the next. The machine, the server, the proofs and the simulation all use these
 * functions, so they can't disagree.
 *
 * Only the machine goes over hidden steps and loaders without `walk` and `goneBack`: there each step is a state of its
 * own, and `always` transitions lead from neighbour to neighbour by `isHidden`, `skip` and `retreat`. By `walk` every
 * step would need a transition to each step that may be the next one shown: a chart that nobody can read, and as many
 * guards to try at each tap. A property test holds that both come to the same place.
 */

import type { Answer, CompiledFunnel, CompiledStep } from '../model.ts';
import { evaluate, type EvaluationScope, toDigits, type Value } from './expression.ts';
import { indexOf } from './funnel-index.ts';
import { answerOnPath, before, type Journey, type Totals } from './journey.ts';
import { rulesOf } from './steps/index.ts';

/**
 * Follows a visit, skipping the steps that are not shown. `onShown` returns where the visitor goes from a step that is
 * shown, or null to stop there; `stopsAt` can also stop at a step that is not shown. Returns the place where the visit
 * stopped or finished.
 */
export function walk(
  funnel: CompiledFunnel,
  from: Journey,
  onShown: (journey: Journey, step: CompiledStep) => Journey | null,
  stopsAt?: (journey: Journey) => boolean,
): Journey {
  let journey = from;
  for (let step; (step = funnel.steps[journey.at]);) {
    if (stopsAt?.(journey)) break;
    const next = isHidden(funnel, journey) ? skip(funnel, journey) : onShown(journey, step);
    if (!next) break;
    journey = next;
  }
  return journey;
}

/** The next step that is shown, or the finish. */
export function toShown(funnel: CompiledFunnel, from: Journey): Journey {
  return walk(funnel, from, () => null);
}

/** Whether the step at this place is not shown. */
export function isHidden(funnel: CompiledFunnel, journey: Journey): boolean {
  const showIf = funnel.steps[journey.at]?.showIf;
  return showIf !== undefined && !holds(funnel, journey, showIf);
}

/** Past a step that is not shown, to the following one of the file. */
export function skip(funnel: CompiledFunnel, journey: Journey): Journey {
  const { at, trail } = journey;
  return {
    ...journey,
    at: below(funnel.steps, at),
    trail: { ...trail, step: at, hidden: true, [before]: trail },
    wentBack: null,
  };
}

/** Index of the step that follows one that is not shown: with a group, none of its fields is. */
export function below(steps: CompiledFunnel['steps'], at: number): number {
  return at + 1 + (steps[at]?.fields ?? 0);
}

/**
 * Past the step on the screen, with this answer, to where it leads. When the counter reaches the limit the quiz finishes
 * (section 4).
 */
export function pass(funnel: CompiledFunnel, journey: Journey, answer?: Answer): Journey {
  const { at, trail } = journey;
  const step = funnel.steps[at]!;
  const passed = {
    step: at,
    hidden: false,
    shown: trail.shown + Number(!step.inGroup),
    returnable: trail.returnable + Number(!isLeftOut(step)),
    counted: trail.counted + Number(step.counts),
    totals: answer === undefined ? trail.totals : addScores(trail.totals, step, answer),
    [before]: trail,
  };
  const answers =
    answer === undefined ? without(journey.answers, at) : { ...journey.answers, [at]: { answer, onPath: true } };
  const counter = counterAfter(funnel, journey);
  const next = { ...journey, trail: passed, wentBack: null, answers, counter };
  return { ...next, at: counter < journey.limit ? successor(funnel, step, next) : funnel.steps.length };
}

/**
 * The answered-questions counter once the step on the screen is passed: one more if the step counts, but never more than
 * the path has. After Back from a text, which doesn't lower it (section 4), it has the question that is shown already.
 */
export function counterAfter(funnel: CompiledFunnel, { at, trail, counter }: Journey): number {
  return funnel.steps[at]!.counts ? Math.min(counter, trail.counted) + 1 : counter;
}

/** Back over one step of the trail; what was answered on it stays as a draft. */
export function retreat(journey: Journey): Journey {
  const { trail } = journey;
  const last = journey.answers[trail.step];
  const draft = last?.onPath && { answer: last.answer, onPath: false };
  const answers = draft ? { ...journey.answers, [trail.step]: draft } : journey.answers;
  return { ...journey, at: trail.step, trail: trail[before]!, wentBack: trail, answers };
}

/**
 * Back from the step on the screen: lowers the counter only if that step counts, a group by its last field, never below 0
 * (section 4).
 */
export function goBack(funnel: CompiledFunnel, journey: Journey): Journey {
  const counts = funnel.steps[below(funnel.steps, journey.at) - 1]?.counts;
  return { ...retreat(journey), counter: counts ? Math.max(0, journey.counter - 1) : journey.counter };
}

/** Where Back leads from the step on the screen: past loaders and past steps that were not shown. */
export function goneBack(funnel: CompiledFunnel, from: Journey): Journey {
  let journey = goBack(funnel, from);
  while (isPassedOver(funnel, journey)) journey = retreat(journey);
  return journey;
}

/** Whether Back goes on over the step it has come to: a loader, or a step that was not shown. */
export function isPassedOver(funnel: CompiledFunnel, { wentBack }: Journey): boolean {
  if (wentBack === null) return false;
  return wentBack.hidden || isLeftOut(funnel.steps[wentBack.step]!);
}

/** Whether Back never stops there: at a loader, or at the field of a group, to whose screen it leads. */
export function isLeftOut(step: CompiledStep): boolean {
  return step.inGroup ?? rulesOf(step).isPassedOver ?? false;
}

/** The first outcome that matches. */
export function outcomeOf(funnel: CompiledFunnel, journey: Journey): string {
  return funnel.outcomes.find(({ when }) => when === undefined || holds(funnel, journey, when))?.id ?? '';
}

function without(answers: Journey['answers'], at: number): Journey['answers'] {
  if (!answers[at]) return answers;
  const { [at]: _, ...others } = answers;
  return others;
}

function successor(funnel: CompiledFunnel, step: CompiledStep, journey: Journey): number {
  const edge = step.next.find(({ when }) => when === undefined || holds(funnel, journey, when));
  return indexOf(funnel).steps.get(edge?.to ?? '') ?? funnel.steps.length;
}

function addScores(totals: Totals, step: CompiledStep, answer: Answer): Totals {
  if (!('options' in step)) return totals;
  const value = rulesOf(step).question!.valueOf(answer);
  let sums: Record<string, number> | undefined;
  for (const { key, scores } of step.options) {
    if (!scores || !(key === value || (Array.isArray(value) && value.includes(key)))) continue;
    sums ??= { ...totals };
    for (const [dimension, points] of Object.entries(scores))
      sums[dimension] = toDigits((sums[dimension] ?? 0) + points);
  }
  return sums ?? totals;
}

/** Whether a named condition holds at this point of the visit. A value that is missing is false. */
export function holds(funnel: CompiledFunnel, journey: Journey, condition: string): boolean {
  const expression = funnel.conditions[condition];
  return expression !== undefined && evaluate(expression, scopeOf(funnel, journey)) === true;
}

/** The variables that have a value at this point of the visit, for those who look at it. */
export function variablesAt(funnel: CompiledFunnel, journey: Journey): Readonly<Record<string, Value>> {
  const scope = scopeOf(funnel, journey);
  const values = funnel.variables.map(({ name }) => [name, scope.variable(name)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** What expressions see at this point of the visit. */
export function scopeOf(funnel: CompiledFunnel, journey: Journey): EvaluationScope {
  const { variants, query, today } = journey.input;
  const values = new Map<string, Value>();
  const scope: EvaluationScope = {
    answer(name) {
      const [field, part] = name.split('.');
      const step = indexOf(funnel).fields.get(field!);
      const answer = step === undefined ? undefined : answerOnPath(journey, step);
      return answer === undefined ? undefined : rulesOf(funnel.steps[step!]!).question!.valueOf(answer, part);
    },
    variable(name) {
      if (name === 'today') return today === undefined ? undefined : rulesOf({ type: 'date' }).question!.valueOf(today);
      if (!values.has(name)) {
        values.set(name, undefined); // a variable of itself is missing
        const variable = funnel.variables.find((each) => each.name === name);
        values.set(
          name,
          variable?.kind === 'value'
            ? evaluate(variable.value, scope)
            : journey.trail.totals[variable?.dimension ?? name],
        );
      }
      return values.get(name);
    },
    variant(name) {
      const experiment = funnel.experiments.find((each) => each.name === name);
      const known = experiment?.variants.find((each) => each.name === variants?.[name]);
      return (known ?? experiment?.variants[0])?.name;
    },
    query(name) {
      if (funnel.hiddenFields.includes(name) && query && Object.hasOwn(query, name)) return query[name];
    },
  };
  return scope;
}
