import { palette } from '../../../../content/brand.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawGraph } from '../../../../engine/author/graph/draw-graph.ts';
import { describeGraph } from '../../../../engine/author/graph/flow-graph.ts';
import { layOut, type Placed, type Point } from '../../../../engine/author/graph/lay-out.ts';
import { anyFunnel } from '../../run/funnel-arbitrary.ts';
import { withWords } from '../../run/build-funnel.ts';
import { realFunnels } from '../real-funnels.ts';
import { readXml } from './read-xml.ts';

/** Lines may break anywhere: what is compared has no spaces. */
function squeezed(texts: readonly string[]): string {
  return texts.join('').replaceAll(/\s+/g, '');
}

describe('the picture of a funnel', () => {
  test.each(realFunnels().map((built) => [built.funnel.id, built] as const))(
    'has all steps, conditions, goals and outcomes of %s',
    async (_id, { funnel, words }) => {
      const svg = await drawGraph(funnel, { colours: palette.graph, words: words['en'] });
      const { elements, texts } = readXml(svg);
      const graph = describeGraph(funnel, words['en']);
      const all = squeezed(texts);
      const said = [
        ...graph.steps.flatMap(({ id, title, goal, showIf }) => [id, title, goal, showIf]),
        ...graph.edges.flatMap(({ conditions }) => conditions),
        ...graph.outcomes.flatMap(({ id, title, when, topics }) => [id, title, when, ...topics]),
      ].filter((text) => text !== undefined);
      expect(said.filter((text) => !all.includes(squeezed([text])))).toEqual([]);
      const ways = elements.filter(({ attributes }) => attributes['class']?.startsWith('way '));
      expect(ways).toHaveLength(graph.edges.length + 1);
      expect(await drawGraph(funnel, { colours: palette.graph, words: words['en'] })).toBe(svg);
    },
  );

  test('lets no card lie over another', async () => {
    for (const { funnel, words } of realFunnels()) {
      const cards = cardsOf(await drawGraph(funnel, { colours: palette.graph, words: words['es'] }));
      expect(cards).toHaveLength(funnel.steps.length + funnel.outcomes.length + 2);
      expect(cards.filter((card, index) => cards.slice(index + 1).some((other) => touch(card, other)))).toEqual([]);
    }
  });

  test('lets no label lie over a way', async () => {
    for (const { funnel } of realFunnels()) {
      const { edges } = await layOut(describeGraph(funnel));
      const labels = edges.flatMap(({ label }) => label ?? []);
      const points = edges.flatMap(({ curve }) => pointsOf(curve));
      expect(points.length).toBeGreaterThan(edges.length);
      const covered = labels.filter((label) => points.some((point) => isOn(point, label)));
      expect(covered.map(({ card }) => card.lines.map(({ text }) => text))).toEqual([]);
    }
  });

  test('has colours of its own where custom properties are unknown', async () => {
    const [first] = realFunnels();
    const { elements } = readXml(await drawGraph(first!.funnel, { colours: palette.graph }));
    const shapes = elements.filter(({ name }) => ['rect', 'path', 'polygon'].includes(name));
    expect(shapes.length).toBeGreaterThan(first!.funnel.steps.length);
    expect(shapes.filter(({ attributes }) => attributes['fill'] === undefined)).toEqual([]);
  });

  test('stays well-formed whatever the texts are', async () => {
    const text = fc.string({
      unit: fc.oneof(fc.constantFrom(...'<>&"\'`]\n\u0000\ud800'), fc.string({ minLength: 1 })),
    });
    await fc.assert(
      fc.asyncProperty(anyFunnel, text, async (funnel, hostile) => {
        const { words } = withWords(funnel, { name: hostile, locale: hostile });
        const outcomes = funnel.outcomes.map((outcome) => ({ ...outcome, topics: [hostile] }));
        const experiments = [{ name: hostile, variants: [{ name: hostile, weight: 1 }] }];
        const all = { ...funnel, id: hostile, path: hostile, outcomes, experiments };
        readXml(
          await drawGraph(all, {
            colours: palette.graph,
            words,
            notes: { steps: { s0: hostile }, edge: () => hostile },
          }),
        );
      }),
      { numRuns: 25 },
    );
  });
});

/** Points close to each other on Bézier curves. */
function pointsOf(curve: readonly Point[]): readonly Point[] {
  const parts = Array.from({ length: (curve.length - 1) / 3 }, (_, index) => curve.slice(index * 3, index * 3 + 4));
  return parts.flatMap(([a, b, c, d]) =>
    Array.from({ length: 51 }, (_, index) => {
      const [t, rest] = [index / 50, 1 - index / 50];
      const mix = (axis: 'x' | 'y'): number =>
        rest ** 3 * a![axis] + 3 * rest ** 2 * t * b![axis] + 3 * rest * t ** 2 * c![axis] + t ** 3 * d![axis];
      return { x: mix('x'), y: mix('y') };
    }),
  );
}

function isOn({ x, y }: Point, { card, middle }: Placed): boolean {
  return Math.abs(x - middle.x) < card.width / 2 + 1 && Math.abs(y - middle.y) < card.height / 2 + 1;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where the cards lie: those of the flow are in a group that is moved as a whole. */
function cardsOf(svg: string): readonly Box[] {
  const [, outerX, outerY] = /<g transform="translate\(([\d.-]+) ([\d.-]+)\)">/.exec(svg)!.map(Number);
  const endOfFlow = svg.indexOf('</g>\n<text');
  const cards = svg.matchAll(
    /translate\(([\d.-]+) ([\d.-]+)\)"><rect class="card" width="([\d.]+)" height="([\d.]+)"/g,
  );
  return [...cards].map((match) => {
    const [, x = 0, y = 0, width = 0, height = 0] = match.map(Number);
    const moved = match.index < endOfFlow ? { x: x + outerX!, y: y + outerY! } : { x, y };
    return { ...moved, width, height };
  });
}

function touch(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}
