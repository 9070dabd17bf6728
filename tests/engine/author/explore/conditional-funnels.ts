import fc from 'fast-check';
import type { BinaryOperator, CompiledFunnel, Edge, Expression, FunctionName } from '../../../../engine/model.ts';
import { answer, buildFunnel, compare, literal, variable, type StepDraft } from '../../run/build-funnel.ts';

/** Small funnels whose ways depend on any conditions that the language has, those that authors would not write too. */
export const anyConditionalFunnel: fc.Arbitrary<CompiledFunnel> = fc
  .array(anyStep(), { minLength: 1, maxLength: 6 })
  .chain((steps) => {
    const drafts = steps.map((step, at) => ({ ...step, id: `s${at}` }));
    const conditions = anyCondition(drafts.map(({ id }) => id));
    const wiring = drafts.map((_, at) => anyWiring(drafts, at, conditions));
    return fc.record({
      drafts: fc.constant(drafts),
      wiring: fc.tuple(...wiring),
      outcomes: fc.array(conditions, { maxLength: 3 }),
      experiments: fc.constantFrom(experiments, []),
      hiddenFields: fc.constantFrom(['source'], [], []),
    });
  })
  .map(({ drafts, wiring, outcomes: cases, experiments: tried, hiddenFields }) => {
    const conditions: Record<string, Expression> = {};
    const name = (condition: Expression) => {
      const text = JSON.stringify(condition);
      conditions[text] = condition;
      return text;
    };
    const steps = drafts.map((draft, at) => {
      const { showIf, edges, goal } = wiring[at]!;
      const next = edges.map(({ to, when }): Edge => ({ to, ...(when && { when: name(when) }) }));
      return { ...draft, next, ...(showIf && { showIf: name(showIf) }), ...(goal && { goal }) };
    });
    const special = cases.map((when, at) => ({ id: `special_${at}`, when: name(when), topics: [] }));
    const outcomes = [...special, { id: 'other', topics: [] }];
    return buildFunnel({ ...names, experiments: tried, hiddenFields, conditions, steps, outcomes });
  });

const names = {
  dimensions: ['score', 'calm'].map((name) => ({ name, least: 0, most: 0 })),
  variables: [
    { name: 'strain', kind: 'sum', dimension: 'score' },
    { name: 'both', kind: 'value', value: compare(variable('strain'), '+', variable('calm')) },
    { name: 'debt', kind: 'value', value: compare(literal(2), '-', answer('s1')) },
  ],
} as const;
const experiments = [{ name: 'proof', variants: ['plain', 'ann'].map((name) => ({ name, weight: 1 })) }];

function anyStep(): fc.Arbitrary<Omit<StepDraft, 'id'>> {
  const points = fc.record(
    { score: fc.constantFrom(-2, -1, 0, 1, 2, 3, 0.1, 0.2, 0.7), calm: fc.nat(2) },
    { requiredKeys: [] },
  );
  const options = fc
    .array(fc.record({ scores: points, exclusive: fc.constantFrom(true, false, false) }), {
      minLength: 1,
      maxLength: 4,
    })
    .map((list) => list.map(({ scores, exclusive }, n) => ({ key: `o${n}`, scores, ...(exclusive && { exclusive }) })));
  const choose = fc.record({ min: fc.nat(1), max: fc.integer({ min: 1, max: 3 }) });
  const columns = [
    { key: 'o0', scores: { score: 0.1, calm: 1 } },
    { key: 'o1', scores: { score: -2 } },
  ];
  return fc.oneof(
    fc.record({ type: fc.constantFrom('info', 'loader') }),
    fc.record({ type: fc.constantFrom('single_choice', 'select', 'rank'), options }),
    fc.record({ type: fc.constant('matrix'), options: fc.constant(columns), required: fc.boolean() }),
    fc.record({ type: fc.constant('multiple_choice'), options, choose }),
    fc.record({ type: fc.constant('number'), min: fc.constant(0), max: fc.constant(3) }),
    fc.record({ type: fc.constantFrom('text', 'email'), required: fc.boolean() }),
  );
}

function anyWiring(drafts: readonly StepDraft[], at: number, conditions: fc.Arbitrary<Expression>) {
  const later = fc.constantFrom(...drafts.slice(at + 1).map(({ id }) => id), null);
  const branch = fc.record({ to: later, when: conditions });
  return fc.record({
    showIf: fc.option(conditions, { nil: undefined }),
    goal: fc.constantFrom(undefined, undefined, 'half_way', 'nearly_there'),
    edges: fc
      .tuple(fc.array(branch, { maxLength: 2 }), fc.option(later, { nil: drafts[at + 1]?.id ?? null, freq: 1 }))
      .map(([branches, to]): { to: string | null; when?: Expression }[] => [...branches, { to }]),
  });
}

function anyCondition(fields: readonly string[]): fc.Arbitrary<Expression> {
  const field = fc.constantFrom(...fields).map(answer);
  const literals = fc
    .constantFrom<string | number | boolean>(
      'o0',
      'o1',
      'o2',
      'r0.o1',
      'r1.o0',
      'ann',
      'c@d.ef',
      -1,
      0,
      0.3,
      1,
      1.5,
      2,
      3,
      true,
    )
    .map(literal);
  const { condition } = fc.letrec<{ value: Expression; condition: Expression }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      fc.oneof(
        field,
        literals,
        fc.constantFrom('strain', 'calm', 'both', 'debt', 'unheard_of').map(variable),
        fc.constant<Expression>({ kind: 'variant', experiment: 'proof' }),
        fc.constant<Expression>({ kind: 'query', name: 'source' }),
      ),
      binary(fc.constantFrom('+', '-', '*', '/', '^'), tie('value')),
      call(fc.constantFrom('min', 'max', 'abs', 'round', 'floor', 'ceil', 'count', 'answered'), tie('value')),
      fc.tuple(tie('value'), tie('value')).map((values) => callOf('default', values)),
      fc.tuple(tie('condition'), tie('value'), tie('value')).map((values) => callOf('if', values)),
      fc.array(tie('value'), { maxLength: 3 }).map((items): Expression => ({ kind: 'list', items })),
    ),
    condition: fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      binary(fc.constantFrom('==', '!=', '<', '<=', '>', '>=', 'in', 'has'), tie('value')),
      fc.tuple(field, literals).map(([left, right]) => compare(left, '==', right)),
      fc.tuple(field, literals).map(([left, right]) => compare(left, 'has', right)),
      binary(fc.constantFrom('and', 'or'), tie('condition')),
      tie('condition').map((operand): Expression => ({ kind: 'unary', operator: 'not', operand })),
      tie('value'),
    ),
  }));
  return condition;
}

function binary(operators: fc.Arbitrary<BinaryOperator>, sides: fc.Arbitrary<Expression>): fc.Arbitrary<Expression> {
  return fc.tuple(sides, operators, sides).map(([left, operator, right]) => compare(left, operator, right));
}

function call(functions: fc.Arbitrary<FunctionName>, values: fc.Arbitrary<Expression>): fc.Arbitrary<Expression> {
  return fc
    .tuple(functions, fc.array(values, { minLength: 1, maxLength: 2 }))
    .map(([name, given]) => callOf(name, given));
}

function callOf(name: FunctionName, values: readonly Expression[]): Expression {
  return { kind: 'call', name, arguments: values };
}
