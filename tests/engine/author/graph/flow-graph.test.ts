import { describe, expect, test } from 'vitest';
import { describeGraph, type GraphEdge } from '../../../../engine/author/graph/flow-graph.ts';
import type { CompiledFunnel } from '../../../../engine/model.ts';
import { answer, buildFunnel, compare, is, literal, withWords, type FunnelDraft } from '../../run/build-funnel.ts';

const conditions: FunnelDraft['conditions'] = {
  'q == "a"': is('q', 'a'),
  'q == "b"': is('q', 'b'),
  'q == "c"': is('q', 'c'),
  'n < 5': compare(answer('n'), '<', literal(5)),
  'n < 7': compare(answer('n'), '<', literal(7)),
};
const rest = [
  { id: 'one', type: 'info' },
  { id: 'two', type: 'info' },
  { id: 'three', type: 'info' },
] as const;

/** The edges that leave the first step, each on one line. */
function edgesFrom(funnel: CompiledFunnel): string[] {
  const from = funnel.steps[0]!.id;
  return describeGraph(funnel)
    .edges.filter((edge) => edge.from === from)
    .map(({ kind, conditions, to }: GraphEdge) => [kind, ...conditions, '→', to ?? 'finish'].join(' '));
}

describe('the graph of a funnel', () => {
  test('has one plain edge where a step has one way on', () => {
    expect(edgesFrom(buildFunnel({ steps: rest }))).toEqual(['always → two']);
  });

  test('gathers the options that lead to one place, as a visitor chooses one of them', () => {
    const next = [
      { when: 'q == "a"', to: 'two' },
      { when: 'q == "b"', to: 'three' },
      { when: 'q == "c"', to: 'two' },
      { to: 'one' },
    ];
    const options = ['a', 'b', 'c', 'd'];
    const funnel = buildFunnel({ conditions, steps: [{ id: 'q', type: 'single_choice', options, next }, ...rest] });
    expect(edgesFrom(funnel)).toEqual(['if q == "a" q == "c" → two', 'if q == "b" → three', 'otherwise → one']);
  });

  test('has no edge for others where every option has a way of its own', () => {
    const next = [{ when: 'q == "a"', to: 'two' }, { when: 'q == "b"', to: null }, { to: 'one' }];
    const funnel = buildFunnel({
      conditions,
      steps: [{ id: 'q', type: 'single_choice', options: ['a', 'b'], next }, ...rest],
    });
    expect(edgesFrom(funnel)).toEqual(['if q == "a" → two', 'if q == "b" → finish']);
  });

  test('leaves conditions in their order where the order matters', () => {
    const next = [
      { when: 'n < 5', to: 'two' },
      { when: 'q == "a"', to: 'three' },
      { when: 'n < 7', to: 'two' },
      { to: 'one' },
    ];
    const funnel = buildFunnel({ conditions, steps: [{ id: 'n', type: 'number', next }, ...rest] });
    expect(edgesFrom(funnel)).toEqual(['if n < 5 → two', 'if q == "a" → three', 'if n < 7 → two', 'otherwise → one']);
  });

  test('shows the way of those a step is not shown to where it is not the way of the others', () => {
    const jumping = { id: 'q', type: 'info', showIf: 'n < 5' } as const;
    const there = buildFunnel({ conditions, steps: [{ ...jumping, next: [{ to: 'two' }] }, ...rest] });
    expect(edgesFrom(there)).toEqual(['always → two', 'hidden → one']);
    const here = buildFunnel({ conditions, steps: [jumping, ...rest] });
    expect(edgesFrom(here)).toEqual(['always → one']);
  });

  test('says of each step what it is, and of each variant how many get it', () => {
    const experiments = [
      {
        name: 'proof',
        variants: [
          { name: 'plain', weight: 1 },
          { name: 'doctors', weight: 3 },
        ],
      },
    ];
    const steps = [{ id: 'q', type: 'single_choice', goal: 'second', showIf: 'n < 5' }, ...rest] as const;
    const { funnel, words } = withWords(buildFunnel({ experiments, conditions, steps }), {
      steps: { q: { title: ['You said ', { recall: 'n', fallback: 'much' }] } },
    });
    const graph = describeGraph(funnel, words, {
      steps: { q: '12 visitors' },
      edge: ({ to }) => (to ? 'on' : undefined),
    });
    expect(graph.steps[0]).toEqual({
      id: 'q',
      type: 'single_choice',
      title: 'You said {{n}}',
      counts: true,
      goal: 'second',
      showIf: 'n < 5',
      note: '12 visitors',
    });
    expect(graph.steps[1]).toMatchObject({ title: 'Title of one', counts: false });
    expect(graph.experiments[0]?.variants).toEqual([
      { name: 'plain', share: 0.25 },
      { name: 'doctors', share: 0.75 },
    ]);
    expect(graph.edges.map(({ note }) => note)).toEqual(['on', 'on', 'on', undefined]);
  });
});
