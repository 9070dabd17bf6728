import { html, Html } from '../../emails/html.ts';
import { drawGraph } from '../../../engine/author/graph/draw-graph.ts';
import { describeGraph, type GraphEdge, type GraphNotes } from '../../../engine/author/graph/flow-graph.ts';
import { style } from '../../../engine/author/graph/style.ts';
import type { Paper } from './paper.ts';
import { scrollable, section } from './section.ts';

/** The looks of the drawing, for the page's style sheet: inside of the drawing it would be an inline style. */
export const graphStyle = style;

/** The flow of the funnel with the visits that came along each way, and the share that ended on each step. */
export async function renderFlowGraph(paper: Paper): Promise<Html> {
  const { words, funnel, funnelWords } = paper;
  const drawing = await drawGraph(funnel, funnelWords, notesOf(paper));
  const svg = new Html(drawing.replace(/<style>.*?<\/style>/s, ''));
  return section('graph', words.graph.title, [
    html`<p class="soft">${words.graph.text}</p>`,
    scrollable('graph', words.graph.title, svg),
  ]);
}

function notesOf({ report: { all }, funnel, words: { graph: words }, numbers }: Paper): GraphNotes {
  const steps = all.steps.map(
    ({ id, shown, left }) =>
      [id, shown === 0 ? words.visits(0, '0') : words.step(numbers.count(shown), numbers.share(left, shown))] as const,
  );
  const outcomes = all.outcomes.map(({ id, visits }) => [id, words.visits(visits, numbers.count(visits))] as const);
  const visitsOf = new Map(
    all.steps.flatMap(({ id, ways }) => ways.map(({ to, visits }) => [nameOfWay(id, to), visits])),
  );
  const isOnly = onlyWays(describeGraph(funnel).edges);
  return {
    steps: Object.fromEntries(steps),
    outcomes: Object.fromEntries(outcomes),
    edge({ from, to }) {
      const visits = visitsOf.get(nameOfWay(from, to)) ?? 0;
      return isOnly(from, to) ? words.visits(visits, numbers.count(visits)) : undefined;
    },
  };
}

/** Where two edges lead from one step to the same other, nothing tells who took which. */
function onlyWays(edges: readonly GraphEdge[]): (from: string, to: string | null) => boolean {
  const counts = new Map<string, number>();
  for (const { from, to } of edges) counts.set(nameOfWay(from, to), (counts.get(nameOfWay(from, to)) ?? 0) + 1);
  return (from, to) => counts.get(nameOfWay(from, to)) === 1;
}

function nameOfWay(from: string, to: string | null): string {
  return JSON.stringify([from, to]);
}
