/** Where in a visit an experiment's variant makes a difference. */

import type { CompiledFunnel, CompiledStep, Expression } from '../model.ts';
import { operandsOf } from '../run/expression.ts';
import { oncePerFunnel } from '../run/funnel-index.ts';
import { before, type Journey, type Trail } from '../run/journey.ts';
import { endingOf } from '../run/result.ts';
import { holds, outcomeOf } from '../run/walk.ts';

/**
 * The experiments that a visit has just met: those whose variant decided a condition which was asked on the way from
 * the last step that was passed to where the visit is now: of an edge, of a step shown or skipped, of an option, of an outcome. A
 * condition that would have had the same value with every other variant decided nothing. Those of which a text depends on
 * the variant, of the step that the visit is at or of its outcome. Where variants differ in what can be bought, it is the
 * finish, if a plan or the sign-up follows.
 */
export function experimentsMet(funnel: CompiledFunnel, journey: Journey): readonly string[] {
  const readers = variantReaders(funnel);
  const met = new Set([...pricing(funnel, journey), ...inTexts(funnel, journey)]);
  for (const condition of conditionsAsked(funnel, journey, readers)) {
    for (const experiment of readers.conditions.get(condition) ?? []) {
      if (!met.has(experiment) && isDecidedBy(funnel, journey, { condition, experiment })) met.add(experiment);
    }
  }
  return [...met];
}

/** At the end of a visit that leads to prices: the experiments whose variants differ in what can be bought. */
function pricing(funnel: CompiledFunnel, journey: Journey): readonly string[] {
  const names = funnel.experiments
    .filter(({ variants }) => variants.some(({ plans }) => plans))
    .map(({ name }) => name);
  if (names.length === 0 || journey.at < funnel.steps.length) return [];
  const outcome = funnel.outcomes.find(({ id }) => id === outcomeOf(funnel, journey));
  return outcome && ['plan', 'registration'].includes(endingOf(outcome)) ? names : [];
}

/** The experiments on which a text depends that the visit has come to. */
function inTexts(funnel: CompiledFunnel, journey: Journey): readonly string[] {
  const written = funnel.experiments.filter(({ texts }) => texts);
  if (written.length === 0) return [];
  const step = funnel.steps[journey.at]?.id;
  const outcome = step === undefined ? outcomeOf(funnel, journey) : undefined;
  return written
    .filter(({ texts }) => texts?.steps.some((id) => id === step) || texts?.outcomes.some((id) => id === outcome))
    .map(({ name }) => name);
}

/**
 * Where some of them read variants. Nothing that they read has changed since: a step that is skipped gives no answer and
 * no points.
 */
function conditionsAsked(funnel: CompiledFunnel, journey: Journey, readers: VariantReaders): readonly string[] {
  const { steps, outcomes } = funnel;
  const asked: (string | undefined)[] = [];
  if (readers.shows.has(journey.at)) asked.push(steps[journey.at]!.showIf);
  asked.push(...Object.values(steps[journey.at]?.offeredIf ?? {}));
  let node: Trail | null = journey.trail;
  for (; node && node.hidden; node = node[before]) {
    if (readers.shows.has(node.step)) asked.push(steps[node.step]!.showIf);
  }
  // At the limit the quiz finishes, whatever follows (specification, section 4).
  if (node && readers.leads.has(node.step) && journey.counter < journey.limit) {
    asked.push(...askedInTurn(funnel, journey, steps[node.step]!.next));
  }
  if (readers.decides && journey.at >= steps.length) asked.push(...askedInTurn(funnel, journey, outcomes));
  return asked.filter((condition) => condition !== undefined);
}

/** One after the other is asked until one holds. */
function askedInTurn(
  funnel: CompiledFunnel,
  journey: Journey,
  choices: readonly { readonly when?: string }[],
): readonly (string | undefined)[] {
  const taken = choices.findIndex(({ when }) => when === undefined || holds(funnel, journey, when));
  return choices.slice(0, taken + 1).map(({ when }) => when);
}

interface Question {
  readonly condition: string;
  readonly experiment: string;
}

function isDecidedBy(funnel: CompiledFunnel, journey: Journey, { condition, experiment }: Question): boolean {
  const { variants } = funnel.experiments.find(({ name }) => name === experiment)!;
  const values = variants.map(({ name }) => {
    const input = { ...journey.input, variants: { ...journey.input.variants, [experiment]: name } };
    return holds(funnel, { ...journey, input }, condition);
  });
  return values.includes(true) && values.includes(false);
}

/** What reads variants, itself or by a variable. */
interface VariantReaders {
  /** The experiments that a condition reads. */
  readonly conditions: ReadonlyMap<string, readonly string[]>;
  /** Indexes of the steps that are shown by such a condition. */
  readonly shows: ReadonlySet<number>;
  /** Indexes of the steps that lead on by one. */
  readonly leads: ReadonlySet<number>;
  /** Whether an outcome has one. */
  readonly decides: boolean;
}

/** The readers of a funnel; found once. */
export const variantReaders = oncePerFunnel((funnel): VariantReaders => {
  const conditions = readingConditions(funnel);
  const reads = ({ when }: { readonly when?: string | undefined }) => when !== undefined && conditions.has(when);
  const stepsWhere = (test: (step: CompiledStep) => boolean) =>
    new Set(funnel.steps.flatMap((step, at) => (test(step) ? at : [])));
  return {
    conditions,
    shows: stepsWhere(({ showIf }) => reads({ when: showIf })),
    leads: stepsWhere(({ next }) => next.some(reads)),
    decides: funnel.outcomes.some(reads),
  };
});

function readingConditions(funnel: CompiledFunnel): ReadonlyMap<string, readonly string[]> {
  const conditions = new Map<string, readonly string[]>();
  for (const [name, condition] of Object.entries(funnel.conditions)) {
    const read = experimentsIn(funnel, condition);
    const experiments = funnel.experiments.map((each) => each.name).filter((experiment) => read.has(experiment));
    if (experiments.length) conditions.set(name, experiments);
  }
  return conditions;
}

/** The experiments that an expression reads, itself or by a variable. */
function experimentsIn(funnel: CompiledFunnel, condition: Expression): ReadonlySet<string> {
  const experiments = new Set<string>();
  const variables = new Set<string>();
  const read = (expression: Expression): void => {
    if (expression.kind === 'variant') experiments.add(expression.experiment);
    if (expression.kind === 'variable' && !variables.has(expression.name)) {
      variables.add(expression.name);
      const variable = funnel.variables.find(({ name }) => name === expression.name);
      if (variable?.kind === 'value') read(variable.value);
    }
    operandsOf(expression).forEach(read);
  };
  read(condition);
  return experiments;
}
