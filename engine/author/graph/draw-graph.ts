import { escapeHtml } from '../../escape-html.ts';
import { type Card, outcomeCard } from './cards.ts';
import { appearanceOf, describeGraph, type FlowGraph, type GraphNotes } from './flow-graph.ts';
import { type FlowLayout, layOut, type Placed, type PlacedEdge, type Point } from './lay-out.ts';
import type { CompiledFunnel, FunnelWords } from '../../model.ts';

/** Each by day and by night. */
export type GraphColours = Readonly<Record<GraphColour, readonly [day: string, night: string]>>;
type GraphColour =
  | 'paper'
  | 'card'
  | 'label'
  | 'ink'
  | 'soft'
  | 'line'
  | 'edge'
  | 'if'
  | 'screen'
  | 'choice'
  | 'typed'
  | 'pause'
  | 'outcome';

interface DrawingOptions {
  readonly colours: GraphColours;
  readonly words?: FunnelWords | undefined;
  readonly notes?: GraphNotes;
}

/** Around everything, and between one outcome and the next. */
const margin = 28;
const gap = 12;
const headingHeight = 34;

/**
 * The picture of a funnel, as SVG: its steps, the ways between them with their conditions, and the outcomes below the
 * finish. With words it shows the titles of that language; notes are shown where they belong.
 */
export async function drawGraph(funnel: CompiledFunnel, { colours, words, notes }: DrawingOptions): Promise<string> {
  const graph = describeGraph(funnel, words, notes);
  const plain = plainColours(colours);
  const layout = await layOut(graph);
  const outcomes = graph.outcomes.map((outcome, index) => outcomeCard(outcome, index + 1));
  const width = Math.ceil(Math.max(layout.width, outcomes[0]?.width ?? 0)) + 2 * margin;
  const shift = (width - layout.width) / 2;
  const column = columnBelow(layout, outcomes, { left: shift, width });
  const height = Math.ceil(column.bottom + margin);
  const name = `flow-${escapeXml(graph.id)}`;
  const language = graph.locale === undefined ? '' : ` lang="${escapeXml(graph.locale)}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="flow-graph" role="img" aria-labelledby="${name}-title ${name}-description" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"${language}>`,
    `<title id="${name}-title">${escapeXml(graph.name)}</title>`,
    `<desc id="${name}-description">${escapeXml(describe(graph))}</desc>`,
    `<style>${graphStyle(colours)}</style>`,
    `<g transform="translate(${round(shift)} ${margin})">`,
    ...layout.edges.map((edge) => drawEdge(edge, plain)),
    drawCard(layout.start, 'start', plain),
    ...layout.steps.map((placed, index) => drawStep(placed, graph.steps[index]!, plain)),
    drawCard(layout.finish, 'finish', plain),
    ...layout.edges.flatMap(({ label, kind }) => (label ? [drawLabel(label, kind, plain)] : [])),
    '</g>',
    `<text class="small" x="${round(column.middle)}" y="${round(column.top)}" text-anchor="middle">Each visitor gets the first outcome that fits</text>`,
    ...column.cards.map((placed) => drawCard(placed, 'outcome', plain)),
    '</svg>\n',
  ].join('\n');
}

/** What those read who can't see the picture. */
function describe({ steps, edges, outcomes }: FlowGraph): string {
  const branches = edges.filter(({ kind }) => kind === 'if').length;
  return `${steps.length} steps from ${steps[0]?.id ?? ''} to ${steps.at(-1)?.id ?? ''}, ${branches} branches, ${outcomes.length} outcomes: ${outcomes.map(({ id }) => id).join(', ')}.`;
}

interface Column {
  readonly top: number;
  readonly bottom: number;
  readonly middle: number;
  readonly cards: readonly Placed[];
}

/** The outcomes under the finish, one below the other, as they are asked; kept within the picture. */
function columnBelow(
  { height, finish }: FlowLayout,
  cards: readonly Card[],
  { left, width }: { readonly left: number; readonly width: number },
): Column {
  const half = (cards[0]?.width ?? 0) / 2;
  const middle = Math.min(Math.max(left + finish.middle.x, half + margin), width - half - margin);
  const top = margin + height + headingHeight - gap;
  let y = top + gap + 4;
  const placed = cards.map((card) => {
    const here = { card, middle: { x: middle, y: y + card.height / 2 } };
    y += card.height + gap;
    return here;
  });
  return { top, bottom: y - gap, middle, cards: placed };
}

function drawStep(placed: Placed, { type, showIf }: FlowGraph['steps'][number], plain: PlainColours): string {
  const appearance = appearanceOf(type);
  return drawCard(placed, showIf === undefined ? appearance : `${appearance} conditional`, plain);
}

function drawCard({ card, middle }: Placed, classes: string, plain: PlainColours): string {
  const x = round(middle.x - card.width / 2);
  const y = round(middle.y - card.height / 2);
  return [
    `<g class="${classes}" transform="translate(${x} ${y})">`,
    `<rect class="card" width="${card.width}" height="${card.height}" rx="10" ${plain.card}/>`,
    `<rect class="bar" x="5" y="10" width="3" height="${card.height - 20}" rx="1.5" ${plain.ink}/>`,
    ...drawLines(card, 16, 'start'),
    '</g>',
  ].join('');
}

function drawLabel({ card, middle }: Placed, kind: string, plain: PlainColours): string {
  const x = round(middle.x - card.width / 2);
  const y = round(middle.y - card.height / 2);
  return [
    `<g class="label ${kind}" transform="translate(${x} ${y})">`,
    `<rect class="behind" width="${card.width}" height="${card.height}" rx="6" ${plain.paper}/>`,
    ...drawLines(card, card.width / 2, 'middle'),
    '</g>',
  ].join('');
}

function drawLines({ lines }: Card, x: number, anchor: 'start' | 'middle'): readonly string[] {
  const place = anchor === 'middle' ? ` text-anchor="middle"` : '';
  return lines.map(
    ({ style, text, y }) => `<text class="${style}" x="${round(x)}" y="${round(y)}"${place}>${escapeXml(text)}</text>`,
  );
}

function drawEdge({ kind, curve, tip }: PlacedEdge, plain: PlainColours): string {
  const [start, ...points] = curve;
  const end = points.at(-1)!;
  const path = `M${at(start!)}C${points.map(at).join(' ')}`;
  return `<g class="way ${kind}"><path d="${path}" ${plain.line}/><polygon points="${arrow(end, tip).map(at).join(' ')}" ${plain.ink}/></g>`;
}

/** A triangle from where the curve ends to its tip. */
function arrow(from: Point, tip: Point): readonly Point[] {
  const length = Math.hypot(tip.x - from.x, tip.y - from.y) || 1;
  const across = { x: (-(tip.y - from.y) / length) * 4, y: ((tip.x - from.x) / length) * 4 };
  return [tip, { x: from.x + across.x, y: from.y + across.y }, { x: from.x - across.x, y: from.y - across.y }];
}

function at({ x, y }: Point): string {
  return `${round(x)},${round(y)}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

// oxlint-disable-next-line no-control-regex -- they are looked for
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

const escapeXml = (text: string) => escapeHtml(text.replaceAll(unwritable, '\ufffd'));

/**
 * The looks of the drawing. Colours are custom properties on the root, so that a page around it can set its own; by
 * night, or on a page with `color-scheme: dark`, they are the second of each pair.
 */
export function graphStyle(colours: GraphColours): string {
  const properties = Object.entries(colours).map(([name, [day, night]]) => `--${name}: light-dark(${day}, ${night})`);
  return `
.flow-graph {
  color-scheme: light dark;
  ${properties.join('; ')};
  background: var(--paper); color: var(--ink);
}
.flow-graph text { fill: var(--ink); dominant-baseline: central; }
.flow-graph .kind, .flow-graph .small, .flow-graph .title, .flow-graph .note, .flow-graph .heading {
  font-family: Figtree, 'Figtree Variable', system-ui, 'Helvetica Neue', Arial, sans-serif;
}
.flow-graph .id, .flow-graph .condition { font-family: ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace; }
.flow-graph .kind { font-size: 11px; fill: var(--of-type); }
.flow-graph .id { font-size: 13px; font-weight: 600; }
.flow-graph .title { font-size: 13px; }
.flow-graph .small { font-size: 11px; fill: var(--soft); }
.flow-graph .condition { font-size: 11.5px; fill: var(--if); }
.flow-graph .note { font-size: 12px; font-weight: 600; }
.flow-graph .heading { font-size: 15px; font-weight: 600; }
.flow-graph .card { fill: var(--card); stroke: var(--edge); }
.flow-graph .conditional .card { stroke: var(--if); stroke-dasharray: 5 4; }
.flow-graph .bar { fill: var(--of-type); }
.flow-graph .start, .flow-graph .finish { --of-type: var(--ink); }
.flow-graph .screen { --of-type: var(--screen); }
.flow-graph .choice { --of-type: var(--choice); }
.flow-graph .typed { --of-type: var(--typed); }
.flow-graph .pause { --of-type: var(--pause); }
.flow-graph .outcome { --of-type: var(--outcome); }
.flow-graph .way path { fill: none; stroke: var(--line); stroke-width: 1.5; }
.flow-graph .way polygon { fill: var(--line); }
.flow-graph .way.if path { stroke: var(--if); }
.flow-graph .way.if polygon { fill: var(--if); }
.flow-graph .way.hidden path { stroke-dasharray: 4 4; }
.flow-graph .behind { fill: var(--label); opacity: 0.92; }
`;
}

/** Colours for programs that know no custom properties, such as those for drawing and writing; browsers use the style. */
function plainColours({ paper, card, edge, line }: GraphColours) {
  return {
    paper: `fill="${paper[0]}"`,
    card: `fill="${card[0]}" stroke="${edge[0]}"`,
    line: `fill="none" stroke="${line[0]}"`,
    ink: `fill="${line[0]}"`,
  } as const;
}
type PlainColours = ReturnType<typeof plainColours>;
