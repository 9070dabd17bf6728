import { html, Html } from '../../platform/html.ts';
import { drawChart } from './chart.ts';
import { type ReportContext, scrollable, type Section, section } from './paper.ts';
import type { StepReport } from '../report.ts';
import { palette } from '../../../content/brand.ts';
import { drawGraph, graphStyle } from '../../../engine/author/graph/draw-graph.ts';
import { describeGraph, type GraphEdge, type GraphNotes } from '../../../engine/author/graph/flow-graph.ts';

/** How many visits saw each step, and how many of them ended there. */
export async function renderFlowChart(paper: ReportContext): Promise<Section> {
  const { words } = paper;
  const [wide, narrow] = await Promise.all([drawWide(paper), drawNarrow(paper)]);
  return section('flow', words.flow.title, [
    html`<p class="soft">${words.flow.text}</p>
      <ul class="legend" aria-hidden="true">
        <li>
          <svg width="14" height="14"><rect class="went-on" width="14" height="14" rx="3" /></svg>${words.flow.wentOn}
        </li>
        <li>
          <svg width="14" height="14"><rect class="ended" width="14" height="14" rx="3" /></svg>${words.flow.left}
        </li>
      </ul>
      <div class="wide">${wide}</div>
      <div class="narrow">${narrow}</div>`,
  ]);
}

const wideRow = 30;
const narrowRow = 46;

/** Names at the left, cut where they are long: the table has all of them. */
function drawWide(paper: ReportContext): Promise<Html> {
  const axisLabel = { color: 'var(--ink)', width: 250, fontSize: 13, overflow: 'truncate', margin: 12 };
  return drawChart({
    id: 'flow-wide',
    title: summarize(paper),
    width: 860,
    height: paper.report.all.steps.length * wideRow + 8,
    option: optionOf(paper, { axisLabel, left: 310, right: 140, barWidth: 18 }),
  });
}

/** Names above their bars. */
function drawNarrow(paper: ReportContext): Promise<Html> {
  const above = { inside: true, align: 'left', verticalAlign: 'bottom', margin: 0, padding: [0, 0, 9, 0] };
  return drawChart({
    id: 'flow-narrow',
    title: summarize(paper),
    width: 320,
    height: paper.report.all.steps.length * narrowRow + 12,
    option: optionOf(paper, {
      axisLabel: { ...above, color: 'var(--ink)', width: 300, fontSize: 13, overflow: 'truncate' },
      left: 0,
      right: 112,
      barWidth: 12,
    }),
  });
}

interface Layout {
  readonly axisLabel: object;
  readonly left: number;
  readonly right: number;
  readonly barWidth: number;
}

function optionOf({ report, names, numbers }: ReportContext, { axisLabel, left, right, barWidth }: Layout) {
  const { steps, visits } = report.all;
  const bars = { type: 'bar', stack: 'visits', silent: true, barWidth } as const;
  const describe = ({ shown }: StepReport) => `${numbers.count(shown)} · ${numbers.share(shown, visits)}`;
  return {
    grid: { left, right, top: 4, bottom: 4 },
    xAxis: { type: 'value', show: false, max: Math.max(1, ...steps.map(({ shown }) => shown)) },
    yAxis: {
      type: 'category',
      inverse: true,
      data: steps.map(({ id }) => names.step(id)),
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: { ...axisLabel, interval: 0 },
      z: 3,
    },
    series: [
      { ...bars, data: steps.map(({ shown, left }) => shown - left), itemStyle: { color: 'var(--went-on)' } },
      {
        ...bars,
        data: steps.map(({ left }) => left),
        itemStyle: { color: 'var(--ended)' },
        label: {
          show: true,
          position: 'right',
          color: 'var(--soft)',
          fontSize: 13,
          textBorderWidth: 0,
          formatter: ({ dataIndex }: { dataIndex: number }) => describe(steps[dataIndex]!),
        },
      },
    ],
  };
}

function summarize({ report: { all }, words: { flow: words }, names, numbers }: ReportContext): string {
  const [worst] = [...all.steps].sort((one, other) => other.left - one.left);
  if (worst === undefined || worst.left === 0) return `${words.title}. ${words.noneLeft}`;
  const { id, left, shown } = worst;
  return `${words.title}. ${words.summary(names.step(id), numbers.count(left), numbers.share(left, shown))}`;
}

/** The looks of the drawing, for the page's style sheet: inside of the drawing it would be an inline style. */
export const flowStyle = graphStyle(palette.graph);

/** The flow of the funnel with the visits that came along each way, and the share that ended on each step. */
export async function renderFlowGraph(paper: ReportContext): Promise<Section> {
  const { words, funnel, funnelWords } = paper;
  const drawing = await drawGraph(funnel, { colours: palette.graph, words: funnelWords, notes: notesOf(paper) });
  const svg = new Html(drawing.replace(/<style>.*?<\/style>/s, ''));
  return section('graph', words.graph.title, [
    html`<p class="soft">${words.graph.text}</p>`,
    scrollable('graph', words.graph.title, svg),
  ]);
}

function notesOf({ report: { all }, funnel, words: { graph: words }, numbers }: ReportContext): GraphNotes {
  const steps = all.steps.map(
    ({ id, shown, left }) =>
      [id, shown === 0 ? words.visits(0, '0') : words.step(numbers.count(shown), numbers.share(left, shown))] as const,
  );
  const outcomes = all.outcomes.map(({ id, visits }) => [id, words.visits(visits, numbers.count(visits))] as const);
  const visitsOf = new Map(
    all.steps.flatMap(({ id, ways }) => ways.map(({ to, visits }) => [edgeKey(id, to), visits])),
  );
  const isOnly = onlyEdges(describeGraph(funnel).edges);
  return {
    steps: Object.fromEntries(steps),
    outcomes: Object.fromEntries(outcomes),
    edge({ from, to }) {
      const visits = visitsOf.get(edgeKey(from, to)) ?? 0;
      return isOnly(from, to) ? words.visits(visits, numbers.count(visits)) : undefined;
    },
  };
}

/** Where two edges lead from one step to the same other, it isn't known who took which. */
function onlyEdges(edges: readonly GraphEdge[]): (from: string, to: string | null) => boolean {
  const counts = new Map<string, number>();
  for (const { from, to } of edges) counts.set(edgeKey(from, to), (counts.get(edgeKey(from, to)) ?? 0) + 1);
  return (from, to) => counts.get(edgeKey(from, to)) === 1;
}

function edgeKey(from: string, to: string | null): string {
  return JSON.stringify([from, to]);
}
