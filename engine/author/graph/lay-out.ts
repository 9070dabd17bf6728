import { instance, type Viz } from '@viz-js/viz';
import type { Card } from './cards.ts';
import { edgeLabel, finishCard, startCard, stepCard } from './cards.ts';
import type { FlowGraph, GraphEdge } from './flow-graph.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A card and the middle of the place where it lies. */
export interface Placed {
  readonly card: Card;
  readonly middle: Point;
}

export interface PlacedEdge {
  readonly kind: GraphEdge['kind'];
  /** Number of the step it leaves, -1 for the start; and of the one it comes to, the number of steps for the finish. */
  readonly from: number;
  readonly to: number;
  /** A start, and three points for each Bézier curve that follows. */
  readonly curve: readonly Point[];
  /** Where the arrow points to. */
  readonly tip: Point;
  readonly label?: Placed;
}

/** Where everything lies, in pixels, right and down from the upper left corner. */
export interface FlowLayout {
  readonly width: number;
  readonly height: number;
  readonly start: Placed;
  /** In the order of the funnel. */
  readonly steps: readonly Placed[];
  readonly finish: Placed;
  readonly edges: readonly PlacedEdge[];
}

const pixelsPerInch = 72;
let graphviz: Promise<Viz> | undefined;

/** Has Graphviz place the steps and lead the edges round them. The same graph always lies in the same way. */
export async function layOut(graph: FlowGraph): Promise<FlowLayout> {
  const cards = [startCard(graph), ...graph.steps.map(stepCard), finishCard(graph)];
  const laidEdges = edgesOf(graph);
  graphviz ??= instance();
  const laid = (await graphviz).renderJSON(
    {
      graphAttributes: { rankdir: 'TB', nodesep: 0.6, ranksep: 0.42, splines: 'true' },
      nodeAttributes: { shape: 'box', fixedsize: true, label: '' },
      nodes: cards.map(({ width, height }, index) => ({
        name: String(index),
        attributes: { width: width / pixelsPerInch, height: height / pixelsPerInch },
      })),
      edges: laidEdges.map(({ from, to, label }) => ({
        tail: String(from + 1),
        head: String(to + 1),
        attributes: label ? { label: { html: roomFor(label) } } : {},
      })),
    },
    { yInvert: true },
  ) as Laid;
  const [start, ...others] = laid.objects.map(({ pos }, index) => ({ card: cards[index]!, middle: pointOf(pos) }));
  const [, , width = 0, height = 0] = laid.bb.split(',').map(Number);
  return {
    width,
    // Upside down, the box begins at the lower edge.
    height: Math.max(height, Number(laid.bb.split(',')[1])),
    start: start!,
    steps: others.slice(0, -1),
    finish: others.at(-1)!,
    edges: laid.edges.map((edge, index) => placeEdge(laidEdges[index]!, edge)),
  };
}

/** What Graphviz answers, as far as it is used: places as `x,y`, in points. */
interface Laid {
  readonly bb: string;
  readonly objects: readonly { readonly pos: string }[];
  readonly edges: readonly { readonly pos: string; readonly lp?: string }[];
}

interface LaidEdge extends Pick<PlacedEdge, 'from' | 'to' | 'kind'> {
  readonly label?: Card;
}

function edgesOf({ steps, edges }: FlowGraph): readonly LaidEdge[] {
  const numbers = new Map<string | null, number>(steps.map(({ id }, index) => [id, index]));
  numbers.set(null, steps.length);
  const laidEdges = edges.map((edge): LaidEdge => {
    const label = edgeLabel(edge);
    return {
      from: numbers.get(edge.from)!,
      to: numbers.get(edge.to)!,
      kind: edge.kind,
      ...(label && { label }),
    };
  });
  return [{ from: -1, to: 0, kind: 'always' }, ...laidEdges];
}

/** Between a label and the edge beside it. */
const labelGap = 4;

/** An empty table: Graphviz knows nothing of our fonts, only how much room the label takes. */
function roomFor({ width, height }: Card): string {
  return `<TABLE BORDER="0" CELLPADDING="0" CELLSPACING="0" FIXEDSIZE="TRUE" WIDTH="${width + 2 * labelGap}" HEIGHT="${height}"><TR><TD></TD></TR></TABLE>`;
}

function placeEdge({ label, ...rest }: LaidEdge, { pos, lp }: Laid['edges'][number]): PlacedEdge {
  const [end, ...curve] = pos.split(' ');
  return {
    ...rest,
    curve: curve.map(pointOf),
    tip: pointOf(end!.replace('e,', '')),
    ...(label && lp !== undefined && { label: { card: label, middle: pointOf(lp) } }),
  };
}

function pointOf(text: string): Point {
  const [x = 0, y = 0] = text.split(',').map(Number);
  return { x, y };
}
