import type { CompiledFunnel, CompiledStep, CompiledVariable, Expression } from '../../model.ts';
import type { ExpressionUse } from '../expression-uses.ts';
import { toExpression } from '../expression/syntax.ts';
import type { Scope } from '../expression/types.ts';
import type { Flow } from '../flow.ts';
import { exploreFunnel } from '../explore/explore-funnel.ts';
import { measureRemaining, measureTotal } from '../explore/measure-visits.ts';
import { dimensionsOf } from '../scope.ts';
import { compileStep, countsOf, known, renamedFrom } from './compile-step.ts';
import { Conditions, type ReadCondition } from './conditions.ts';
import { compileEdges } from './edges.ts';
import { countRemaining } from './remaining-steps.ts';
import { scoreRange } from './score-range.ts';
import { versionOf } from './version.ts';

/** Until the whole funnel is known. */
const unmeasured = { fewest: 0, most: 0 };

/** Makes plain JSON of a flow that has passed every check. */
export function compileFunnel(flow: Flow, uses: readonly ExpressionUse[], scope: Scope): CompiledFunnel {
  const conditions = new Conditions();
  const expressions = readExpressions(uses, scope);
  const readCondition: ReadCondition = (text) => conditions.addWritten(text, known(expressions.get(text)));
  const { value } = flow;
  const steps = compileSteps(flow, conditions, readCondition);
  const outcomes = Object.entries(value.outcomes ?? {}).map(([id, { when, topics = [] }]) => ({
    id,
    ...(when !== undefined && { when: readCondition(when) }),
    topics: topics.filter((topic) => topic !== undefined),
  }));
  const funnel: Omit<CompiledFunnel, 'version'> = {
    id: flow.id,
    path: known(value.path),
    storageKey: known(value.storage_key),
    locales: (value.locales ?? []).filter((locale) => locale !== undefined),
    goals: value.goals ?? {},
    hiddenFields: (value.hidden_fields ?? []).filter((name) => name !== undefined),
    experiments: compileExperiments(flow),
    dimensions: [...dimensionsOf(flow)].map((name) => ({ name, least: 0, most: 0 })),
    variables: compileVariables(flow, expressions),
    conditions: conditions.toRecord(),
    steps,
    outcomes,
    finish: 'results',
    ...(value.restart === true && { restart: true }),
  };
  const measured = { ...funnel, ...measure(funnel, flow) };
  return { ...measured, version: versionOf(measured) };
}

/**
 * The steps that can still follow each step, and the totals that visits can end with: exact, unless the funnel has too
 * many states to explore. Then, and for steps that nobody sees, as far as the graph alone tells.
 */
function measure(funnel: Omit<CompiledFunnel, 'version'>, flow: Flow): Pick<CompiledFunnel, 'steps' | 'dimensions'> {
  const exploration = exploreFunnel(funnel);
  const exact = exploration ? measureRemaining(exploration, funnel.steps.length) : [];
  const rough = funnel.steps.every((_, index) => exact[index]) ? [] : countRemaining(flow.steps);
  return {
    steps: funnel.steps.map((step, index) => ({ ...step, ...known(exact[index] ?? rough[index]) })),
    dimensions: funnel.dimensions.map(({ name }) =>
      exploration ? { name, ...measureTotal(exploration, name) } : scoreRange(name, flow.steps),
    ),
  };
}

function readExpressions(uses: readonly ExpressionUse[], { variables }: Scope): ReadonlyMap<string, Expression> {
  const expressions = new Map<string, Expression>();
  for (const { text, parsed } of uses) {
    if (!expressions.has(text))
      expressions.set(
        text,
        toExpression(known(parsed.syntax), (name) => variables.has(name)),
      );
  }
  return expressions;
}

function compileSteps({ steps }: Flow, conditions: Conditions, readCondition: ReadCondition): readonly CompiledStep[] {
  const edges = steps.map((step, index) =>
    compileEdges({ step, below: steps[index + 1]?.id ?? null, conditions, readCondition }),
  );
  return steps.map((step, index) => {
    const { goal, show_if: showIf, renamed_from: from } = step.value;
    const basis = {
      id: known(step.id),
      counts: countsOf(step),
      ...(goal !== undefined && { goal }),
      ...(showIf !== undefined && { showIf: readCondition(showIf) }),
      next: known(edges[index]),
      ...unmeasured,
      ...renamedFrom(from),
    };
    return compileStep(basis, step);
  });
}

function compileExperiments({ value }: Flow): CompiledFunnel['experiments'] {
  return Object.entries(value.experiments ?? {}).map(([name, { variants = {} }]) => ({
    name,
    variants: Object.entries(variants).map(([variant, weight]) => ({ name: variant, weight })),
  }));
}

/** Every dimension is a variable of its own name, ahead of the author's variables, which may use it. */
function compileVariables(flow: Flow, expressions: ReadonlyMap<string, Expression>): readonly CompiledVariable[] {
  const written = flow.value.variables ?? {};
  const taken = new Set([...Object.keys(written), ...flow.steps.map(({ field }) => field)]);
  const dimensions = [...dimensionsOf(flow)].filter((name) => !taken.has(name));
  return [
    ...dimensions.map((name): CompiledVariable => ({ name, kind: 'sum', dimension: name })),
    ...Object.entries(written).map(([name, { sum, value }]): CompiledVariable =>
      sum === undefined
        ? { name, kind: 'value', value: known(expressions.get(String(value))) }
        : { name, kind: 'sum', dimension: sum },
    ),
  ];
}
