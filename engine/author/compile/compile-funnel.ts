import { createHash } from 'node:crypto';
import { authoringOf, isQuestionType, questionOf } from '../steps/index.ts';
import { type FlowValues, known, renamedFrom } from '../steps/authoring.ts';
import { writeInOf } from '../steps/write-in.ts';
import { compileFormat } from '../formats.ts';
import { exploreFunnel } from '../explore/explore-funnel.ts';
import { compileExperiments } from './compile-experiments.ts';
import { boundRemaining, boundTotal, measureRemaining, measureTotal } from './measure.ts';
import type { ExpressionUse } from '../expression-uses.ts';
import { declaredEndingOf, usualEnding } from '../endings.ts';
import { printExpression } from '../expression/print.ts';
import { type KnownNames, toExpression } from '../expression/syntax.ts';
import { todayVariable } from '../expression/today.ts';
import type { Scope } from '../expression/types.ts';
import type { BranchValue, Flow, FlowStep } from '../flow.ts';
import { fieldsShown, hiddenFieldsOf, readableFields } from '../hidden-fields.ts';
import { dimensionsOf } from '../scope.ts';
import { isOptional, isQuestion } from '../../run/answer.ts';
import type { Words } from '../words/words.ts';
import type { CompiledFunnel, CompiledStep, CompiledVariable, Edge, Expression } from '../../model.ts';

/** Until the whole funnel is known. */
const unmeasured = { fewest: 0, most: 0 };

/** The day of a funnel that is built without one: nothing of what is checked depends on which it is, but for days from today. */
const someDay = '2026-01-01';

export interface CompileOptions {
  /** The day of the build, `YYYY-MM-DD`. */
  readonly builtOn?: string | undefined;
  /** Their texts by variant are places that an experiment makes a difference at. */
  readonly words?: readonly Words[];
}

/** Makes plain JSON of a flow that has passed every check. */
export function compileFunnel(
  flow: Flow,
  uses: readonly ExpressionUse[],
  scope: Scope,
  { builtOn = someDay, words = [] }: CompileOptions = {},
): CompiledFunnel {
  const conditions = new Conditions();
  const expressions = readExpressions(uses, scope);
  const readCondition: ReadCondition = (text) => conditions.addWritten(text, known(expressions.get(text)));
  const { value } = flow;
  const steps = compileSteps(flow, { builtOn, conditions, readCondition, values: valuesOf(flow, expressions) });
  const outcomes = Object.entries(value.outcomes ?? {}).map(([id, { when, topics = [], hide = [] }]) => {
    const ending = declaredEndingOf(value, id);
    const hides = [...new Set([...(value.hide ?? []), ...hide])].filter((part) => part !== undefined);
    return {
      id,
      ...(when !== undefined && { when: readCondition(when) }),
      topics: topics.filter((topic) => topic !== undefined),
      ...(ending !== usualEnding(topics.length > 0) && { ending }),
      ...(hides.length > 0 && { hides }),
    };
  });
  const funnel: Omit<CompiledFunnel, 'version'> = {
    id: flow.id,
    path: known(value.path),
    storageKey: known(value.storage_key),
    locales: (value.locales ?? []).filter((locale) => locale !== undefined),
    goals: value.goals ?? {},
    hiddenFields: readableFields(flow),
    ...compileAddress(flow, words),
    experiments: compileExperiments(flow, words, uses),
    dimensions: [...dimensionsOf(flow)].map((name) => ({ name, least: 0, most: 0 })),
    variables: compileVariables(flow, expressions),
    conditions: conditions.toRecord(),
    steps,
    outcomes,
    finish: 'results',
    ...(speaksOfToday(steps, conditions.toRecord(), expressions) && { builtOn }),
    ...(value.restart === true && { restart: true }),
  };
  const measured = { ...funnel, ...measure(funnel) };
  const complete = {
    ...measured,
    steps: measured.steps.map((step) => authoringOf(step.type).complete?.(step, funnel) ?? step),
  };
  return { ...complete, version: versionOf(complete) };
}

/**
 * The steps that can still follow each step, and the totals that visits can end with: exact, unless the funnel has too
 * many states to explore. Then, and for steps that no visitor sees, as far as the graph alone tells.
 */
function measure(funnel: Omit<CompiledFunnel, 'version'>): Pick<CompiledFunnel, 'steps' | 'dimensions'> {
  const exploration = exploreFunnel(funnel);
  const exact = exploration ? measureRemaining(exploration, funnel.steps) : [];
  const rough = funnel.steps.every((_, index) => exact[index]) ? [] : boundRemaining(funnel.steps);
  return {
    steps: funnel.steps.map((step, index) => ({ ...step, ...known(exact[index] ?? rough[index]) })),
    dimensions: funnel.dimensions.map(({ name }) => ({
      name,
      ...(exploration ? measureTotal(exploration, name) : boundTotal(funnel.steps, name)),
    })),
  };
}

function readExpressions(
  uses: readonly ExpressionUse[],
  { variables, answers, dimensions }: Scope,
): ReadonlyMap<string, Expression> {
  const expressions = new Map<string, Expression>();
  const names: KnownNames = {
    isVariable: (name) => variables.has(name),
    keysOf(field) {
      const type = answers.get(field);
      return type?.kind === 'keys' ? type.keys : [];
    },
    dimensions: [...dimensions],
  };
  for (const { text, parsed } of uses) {
    if (!expressions.has(text)) expressions.set(text, toExpression(known(parsed.syntax), names));
  }
  return expressions;
}

/** What the steps of a flow are compiled with. */
interface StepsInput extends Pick<EdgeInput, 'conditions' | 'readCondition'> {
  readonly builtOn: string;
  readonly values: FlowValues;
}

function compileSteps(
  { steps }: Flow,
  { builtOn, conditions, readCondition, values }: StepsInput,
): readonly CompiledStep[] {
  const edges = steps.map((step, index) =>
    compileEdges({ step, below: steps[index + 1]?.id ?? null, conditions, readCondition }),
  );
  return steps.map((step, index) => {
    const { goal, show_if: showIf, check, renamed_from: from } = step.value;
    const offeredIf = step.options.flatMap(({ key, value }) =>
      value.show_if === undefined ? [] : [[key, readCondition(value.show_if)] as const],
    );
    const basis = {
      id: known(step.id),
      counts: countsOf(step),
      ...(goal !== undefined && { goal }),
      ...(showIf !== undefined && { showIf: readCondition(showIf) }),
      ...(offeredIf.length > 0 && { offeredIf: Object.fromEntries(offeredIf) }),
      ...writeInOf(step),
      next: known(edges[index]),
      ...unmeasured,
      ...renamedFrom(from),
      ...(step.group && { inGroup: true as const }),
      ...(step.block && { block: step.block.id }),
    };
    const compiled = authoringOf(known(step.value.type)).compile(basis, step, builtOn, values);
    return check === undefined ? compiled : { ...compiled, check: compileCheck(compiled, known(check.that)) };
  });

  /** The name of a step's check; what is left without an answer passes it. */
  function compileCheck(step: CompiledStep, text: string): string {
    const name = readCondition(text);
    if (!isOptional(step) || !isQuestion(step)) return name;
    const answered: Expression = { kind: 'call', name: 'answered', arguments: [{ kind: 'answer', field: step.field }] };
    const left: Expression = { kind: 'unary', operator: 'not', operand: answered };
    return conditions.add({ kind: 'binary', operator: 'or', left, right: values.expression(text) });
  }
}

/** Whether passing a step counts (section 4 of the specification); a group does once, by its last field. */
function countsOf({ value, group }: FlowStep): boolean {
  if (group) return group.isLast && group.counts;
  return value.fields === undefined && (value.counts ?? isQuestionType(value.type));
}

function valuesOf({ value, stepsByField }: Flow, expressions: ReadonlyMap<string, Expression>): FlowValues {
  return {
    expression: (text) => known(expressions.get(text)),
    format: (format, texts) => {
      const own = texts.map((text) => {
        const unit = stepsByField.get(text.trim())?.value.unit;
        return unit === undefined ? value.variables?.[text.trim()]?.format : { unit };
      });
      return compileFormat(format ?? own.find((each) => each !== undefined));
    },
  };
}

/** Whether what the funnel does depends on the day. */
function speaksOfToday(
  steps: readonly CompiledStep[],
  conditions: CompiledFunnel['conditions'],
  expressions: ReadonlyMap<string, Expression>,
): boolean {
  const read = [...Object.values(conditions), ...expressions.values()];
  return steps.some((step) => 'builtOn' in step) || JSON.stringify(read).includes(JSON.stringify(todayVariable));
}

/** The hidden fields that are personal, or that something shows. */
function compileAddress(flow: Flow, words: readonly Words[]): Pick<CompiledFunnel, 'address'> {
  const shown = fieldsShown(flow, words);
  const values = hiddenFieldsOf(flow)
    .filter(({ name, isPersonal }) => isPersonal || shown.has(name))
    .map(({ name, maxLength, isPersonal }) => [
      name,
      { ...(shown.has(name) && { maxLength }), ...(isPersonal && { personal: true as const }) },
    ]);
  return values.length > 0 ? { address: Object.fromEntries(values) } : {};
}

/** Every dimension is a variable of its own name, ahead of the author's variables, which may use it. */
function compileVariables(flow: Flow, expressions: ReadonlyMap<string, Expression>): readonly CompiledVariable[] {
  const written = flow.value.variables ?? {};
  const taken = new Set([...Object.keys(written), ...flow.steps.map(({ field }) => field)]);
  const dimensions = [...dimensionsOf(flow)].filter((name) => !taken.has(name));
  return [
    ...dimensions.map((name): CompiledVariable => ({ name, kind: 'sum', dimension: name })),
    ...Object.entries(written).map(([name, { sum, value, text }]): CompiledVariable => {
      if (sum !== undefined) return { name, kind: 'sum', dimension: sum };
      return {
        name,
        kind: 'value',
        value: text ? chooseText(text, expressions) : known(expressions.get(String(value))),
      };
    }),
  ];
}

/** The name of the first text whose condition holds. The last one has no condition. */
function chooseText(
  branches: readonly (BranchValue | undefined)[],
  expressions: ReadonlyMap<string, Expression>,
): Expression {
  return branches.reduceRight<Expression>((others, branch) => {
    const { when, to, else: last } = known(branch);
    const name: Expression = { kind: 'literal', value: known(to ?? last) };
    return when === undefined
      ? name
      : { kind: 'call', name: 'if', arguments: [known(expressions.get(when)), name, others] };
  }, noText);
}

const noText: Expression = { kind: 'literal', value: '' };

/** What the edges of a step are made of. */
interface EdgeInput {
  readonly step: FlowStep;
  /** Id of the step below; `null` after the last. */
  readonly below: string | null;
  readonly conditions: Conditions;
  readonly readCondition: ReadCondition;
}

/** Where a step leads: its options' own ways first, then its `next`, and at last one way without a condition. */
function compileEdges(input: EdgeInput): readonly Edge[] {
  const edges = [...optionEdges(input), ...ownEdges(input)];
  const last = edges.findIndex(({ when }) => when === undefined);
  return edges.slice(0, last + 1);
}

function* optionEdges({ step, conditions }: EdgeInput): Iterable<Edge> {
  const { field, options, value } = step;
  if (field === undefined) return;
  for (const { key, value: option } of options) {
    if (option.next === undefined) continue;
    const when = conditions.add({
      kind: 'binary',
      operator: questionOf(value.type)?.chooses === 'several' ? 'has' : '==',
      left: { kind: 'answer', field },
      right: { kind: 'literal', value: key },
    });
    yield { when, to: targetOf(option.next) };
  }
}

function* ownEdges({ step: { next, writtenOut }, below, readCondition }: EdgeInput): Iterable<Edge> {
  const { onward } = writtenOut ?? {};
  if (onward) yield { when: readCondition(onward.when), to: onward.to };
  if (next === undefined) yield { to: below };
  else if (typeof next === 'string') yield { to: targetOf(next) };
  else {
    for (const branch of next) {
      if (branch?.when !== undefined && branch.to !== undefined)
        yield { when: readCondition(branch.when), to: targetOf(branch.to) };
      if (branch?.else !== undefined) yield { to: targetOf(branch.else) };
    }
  }
}

/** The finish is `null`. */
function targetOf(next: string): string | null {
  return next === 'finish' ? null : next;
}

/** Gives the name of a condition, by the text that the author wrote. */
type ReadCondition = (text: string) => string;

/** Collects the conditions of a funnel under names that can be read: what the author wrote. Equal ones are shared. */
class Conditions {
  readonly #byName = new Map<string, Expression>();

  /** The name of a condition that the author wrote. */
  addWritten(text: string, expression: Expression): string {
    const name = foldSpace(text);
    this.#byName.set(name, expression);
    return name;
  }

  /** The name of a condition that follows from the flow, such as that of an option's `next`. */
  add(expression: Expression): string {
    return this.addWritten(printExpression(expression), expression);
  }

  toRecord(): Readonly<Record<string, Expression>> {
    return Object.fromEntries(this.#byName);
  }
}

/** Line breaks and runs of spaces become one space, but not within quotes. */
function foldSpace(text: string): string {
  return text.trim().replaceAll(/("[^"]*"|'[^']*')|\s+/g, (_all, literal: string | undefined) => literal ?? ' ');
}

/** The first 16 hexadecimal digits of the SHA-256 of everything else: two equal versions behave alike. */
function versionOf(funnel: Omit<CompiledFunnel, 'version'>): string {
  return createHash('sha256').update(canonicalJson(funnel)).digest('hex').slice(0, 16);
}

/** JSON with the keys of every object sorted. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const keys = Object.keys(value)
    .filter((key) => key !== 'builtOn')
    .sort();
  const entries = keys.map((key) => `${JSON.stringify(key)}:${canonicalJson((value as Record<string, unknown>)[key])}`);
  return `{${entries.join(',')}}`;
}
