import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeGraph } from '../../../../engine/author/graph/flow-graph.ts';
import { writeMermaid } from '../../../../engine/author/graph/mermaid.ts';
import { anyFunnel } from '../../run/funnel-arbitrary.ts';
import { withWords } from '../../run/build-funnel.ts';
import { realFunnels } from '../real-funnels.ts';

const text = String.raw`"(?:[\p{L}\p{N}\p{M} .,=!?+*/'’_-]|#\d+;|<br\/>)*"`;
const node = new RegExp(
  String.raw`^  (\w+)(?:\(\[${text}\]\)|\(${text}\)|\[\[${text}\]\]|\[${text}\]|\{\{${text}\}\})$`,
  'u',
);
const edge = new RegExp(String.raw`^  (\w+) -\.?->(?:\|(${text})\|)? (\w+)$`, 'u');

/** Reads a chart line by line, and throws at a line that is neither a node nor an edge between nodes before it. */
function readChart(chart: string): {
  nodes: readonly string[];
  edges: readonly { from: string; to: string; label: string }[];
} {
  const [head, ...lines] = chart.trimEnd().split('\n');
  expect(head).toBe('flowchart TD');
  const nodes: string[] = [];
  const edges: { from: string; to: string; label: string }[] = [];
  for (const line of lines) {
    const [, id] = node.exec(line) ?? [];
    const [, from, label = '', to] = edge.exec(line) ?? [];
    if (id !== undefined) nodes.push(id);
    else if (from !== undefined && to !== undefined && nodes.includes(from) && nodes.includes(to))
      edges.push({ from, to, label: label.replaceAll(/#(\d+);/g, (_all, code) => String.fromCodePoint(Number(code))) });
    else throw new Error(`Not Mermaid: ${line}`);
  }
  return { nodes, edges };
}

describe('the Mermaid chart of a funnel', () => {
  test.each(realFunnels().map((built) => [built.funnel.id, built] as const))(
    'has every step, outcome and way of %s',
    (_id, { funnel, words }) => {
      const graph = describeGraph(funnel, words['es']);
      const { nodes, edges } = readChart(writeMermaid(graph));
      expect(new Set(nodes).size).toBe(nodes.length);
      expect(nodes).toHaveLength(funnel.steps.length + funnel.outcomes.length + 2);
      const number = (id: string | null) =>
        id === null ? 'finish' : `step${funnel.steps.findIndex((step) => step.id === id) + 1}`;
      expect(edges.map(({ from, to }) => `${from} ${to}`)).toEqual([
        'start step1',
        ...graph.edges.map(({ from, to }) => `${number(from)} ${number(to)}`),
        ...graph.outcomes.map((_outcome, index) => `finish outcome${index + 1}`),
      ]);
      const said = edges.map(({ label }) => label).join('\n');
      for (const { when } of funnel.outcomes) expect(said).toContain(when ?? 'otherwise');
    },
  );

  test('lets no text out of its quotes', () => {
    const hostile = fc.string({
      unit: fc.oneof(fc.constantFrom(...'"#;|%{}[]()<>&`\n\\:'), fc.string({ minLength: 1 })),
    });
    fc.assert(
      fc.property(anyFunnel, hostile, (funnel, text) => {
        const { words } = withWords(funnel, { name: text });
        const steps = funnel.steps.map((step) => ({ ...step, goal: text }));
        const graph = describeGraph({ ...funnel, steps, path: text, goals: { start: text } }, words, {
          edge: () => text,
        });
        const { nodes, edges } = readChart(writeMermaid(graph));
        expect(nodes).toHaveLength(funnel.steps.length + funnel.outcomes.length + 2);
        expect(edges).toHaveLength(graph.edges.length + funnel.outcomes.length + 1);
      }),
    );
  });
});
