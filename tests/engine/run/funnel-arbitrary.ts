import fc from 'fast-check';
import type { CompiledFunnel, Edge, Expression } from '../../../engine/model.ts';
import { answer, buildFunnel, compare, is, literal, variable, type StepDraft } from './build-funnel.ts';

/** Any valid compiled funnel of up to nine steps: all types, branches, hidden steps, scores, goals, experiments. */
export const anyFunnel: fc.Arbitrary<CompiledFunnel> = fc
  .array(anyPlainStep(), { minLength: 1, maxLength: 9 })
  .chain((steps) => {
    const drafts = steps.map((step, at) => ({ ...step, id: `s${at}` }));
    return fc.record({
      drafts: fc.constant(drafts),
      wiring: fc.tuple(...drafts.map((_, at) => anyWiring(drafts, at))),
      goals: fc.record({ start: fc.constant('start'), finish: fc.constant('finish') }, { requiredKeys: [] }),
      outcome: anyCondition(drafts),
    });
  })
  .map(({ drafts, wiring, goals, outcome }) => {
    const conditions: Record<string, Expression> = { outcome };
    const name = (condition: Expression | undefined) => {
      if (!condition) return undefined;
      const text = JSON.stringify(condition);
      conditions[text] = condition;
      return text;
    };
    return buildFunnel({
      goals,
      conditions,
      dimensions: ['score', 'calm'].map((dimension) => ({ name: dimension, least: -99, most: 99 })),
      variables: [
        { name: 'strain', kind: 'sum', dimension: 'score' },
        { name: 'both', kind: 'value', value: compare(variable('strain'), '+', variable('calm')) },
      ],
      experiments: [{ name: 'proof', variants: ['plain', 'doctors'].map((variant) => ({ name: variant, weight: 1 })) }],
      hiddenFields: ['source'],
      outcomes: [
        { id: 'special', when: 'outcome', topics: [] },
        { id: 'other', topics: [] },
      ],
      steps: drafts.map((draft, at) => {
        const { showIf, edges, goal, offer } = wiring[at]!;
        const shown = name(showIf);
        const next: Edge[] = edges.map(({ to, when }) => ({ to, ...(when && { when: name(when)! }) }));
        const offeredIf = offer && isDependent(draft) ? { offeredIf: { [offer.option]: name(offer.when)! } } : {};
        return { ...draft, ...offeredIf, next, ...(shown !== undefined && { showIf: shown }), ...(goal && { goal }) };
      }),
    });
  });

/** Whether the options of a step may depend on the visit: one of them at least is offered to everyone. */
function isDependent({ type, choose }: StepDraft): boolean {
  return type === 'single_choice' || type === 'select' || (type === 'multiple_choice' && choose!.min < 2);
}

function anyPlainStep(): fc.Arbitrary<Omit<StepDraft, 'id'>> {
  const points = fc.option(
    fc.record({ score: fc.constantFrom(-2, -1, 0, 1, 2, 3, 0.1, 0.7, -0.2), calm: fc.constantFrom(0, 1, 2, 0.1, 0.7) }),
    { nil: undefined },
  );
  const options = fc
    .array(fc.record({ scores: points, exclusive: fc.constantFrom(true, false, false) }), {
      minLength: 2,
      maxLength: 4,
    })
    .map((list) =>
      list.map(({ scores, exclusive }, n) => ({
        key: `o${n}`,
        ...(scores && { scores }),
        ...(exclusive && { exclusive }),
      })),
    );
  const chart = { kind: 'bars', values: [variable('both'), answer('s1')], format: {} } as const;
  const counts = fc.constantFrom(undefined, undefined, true, false);
  const optional = fc.constantFrom(undefined, undefined, true as const);
  const draft = fc.oneof(
    fc.record({ type: fc.constantFrom('intro', 'info', 'loader'), counts }),
    fc.record({ type: fc.constant('display'), counts, chart: fc.constant(chart) }),
    fc.record({ type: fc.constantFrom('single_choice', 'select', 'rank'), options, counts, optional }),
    fc.record({
      type: fc.constant('multiple_choice'),
      options,
      counts,
      choose: fc.record({ min: fc.nat(2), max: fc.constant(2) }),
    }),
    fc.record({ type: fc.constant('number'), counts, optional, min: fc.constant(0), max: fc.constant(3) }),
    fc.record({ type: fc.constantFrom('text', 'email', 'phone', 'consent'), counts, required: fc.boolean() }),
    fc.record({ type: fc.constantFrom('date', 'time'), counts, optional }),
    fc.record({ type: fc.constant('matrix'), options, counts, required: fc.boolean() }),
  );
  return draft.map(({ counts: counted, ...step }) => ({ ...step, ...(counted !== undefined && { counts: counted }) }));
}

function anyWiring(drafts: readonly StepDraft[], at: number) {
  const later = fc.constantFrom(...drafts.slice(at + 1).map(({ id }) => id), null);
  const last: Edge = { to: drafts[at + 1]?.id ?? null };
  const branch = fc.record({ to: later, when: anyCondition(drafts.slice(0, at + 1)) });
  return fc.record({
    showIf: fc.option(anyCondition(drafts.slice(0, at)), { nil: undefined, freq: 2 }),
    offer: fc.option(
      fc.record({ option: fc.constantFrom('o0', 'o1'), when: anyCondition(drafts.slice(0, at), ofAnswers) }),
      { nil: undefined },
    ),
    goal: fc.option(fc.constantFrom('start', 'half_way', `passed_${at}`), { nil: undefined }),
    edges: fc
      .tuple(
        fc.array(branch, { maxLength: 2 }),
        fc.oneof(
          fc.constant(last),
          later.map((to): Edge => ({ to })),
        ),
      )
      .map(([branches, end]): { to: string | null; when?: Expression }[] => [...branches, { to: end.to }]),
  });
}

/** Conditions without points: whether an option is offered can't depend on those of its own question. */
const ofAnswers: readonly fc.Arbitrary<Expression>[] = [
  fc.constant(compare({ kind: 'variant', experiment: 'proof' }, '==', literal('doctors'))),
  fc.constant(compare({ kind: 'query', name: 'source' }, '==', literal('mail'))),
];
const ofAll: typeof ofAnswers = [
  ...ofAnswers,
  fc
    .record({ name: fc.constantFrom('strain', 'calm', 'both'), least: fc.constantFrom(-1, 0, 1, 2, 3, 0.1, 0.8) })
    .map(({ name, least }) => compare(variable(name), '>=', literal(least))),
];

function anyCondition(drafts: readonly StepDraft[], general = ofAll): fc.Arbitrary<Expression> {
  const ofStep = drafts.flatMap(({ id, type }): fc.Arbitrary<Expression>[] => {
    if (type === 'single_choice' || type === 'select' || type === 'rank')
      return [fc.constantFrom('o0', 'o1').map((key) => is(id, key))];
    if (type === 'multiple_choice') return [fc.constant(compare(answer(id), 'has', literal('o1')))];
    if (type === 'matrix')
      return [fc.constantFrom('r0.o0', 'r1.o1').map((cell) => compare(answer(id), 'has', literal(cell)))];
    if (type === 'number') return [fc.nat(3).map((value) => compare(answer(id), '<', literal(value)))];
    return [fc.constant<Expression>({ kind: 'call', name: 'answered', arguments: [answer(id)] })];
  });
  const one = fc.oneof(...general, ...ofStep);
  return fc.oneof(
    one,
    one.map((operand): Expression => ({ kind: 'unary', operator: 'not', operand })),
  );
}

/** What a visitor may try; `pick` decides which answer. */
export interface Try {
  readonly kind: 'ANSWER' | 'NEXT' | 'BACK' | 'NONSENSE';
  readonly pick: number;
}
const anyTry: fc.Arbitrary<Try> = fc.record({
  kind: fc.constantFrom('ANSWER', 'ANSWER', 'ANSWER', 'NEXT', 'NEXT', 'BACK', 'NONSENSE'),
  pick: fc.nat(999),
});
export const anyTries = fc.array(anyTry, { maxLength: 30 });

export const anyInput = fc.record(
  {
    variants: fc.record({ proof: fc.constantFrom('plain', 'doctors', 'unheard_of') }),
    query: fc.record({ source: fc.constantFrom('mail', 'ad') }),
    stepsLimit: fc.integer({ min: 0, max: 6 }),
  },
  { requiredKeys: [] },
);
