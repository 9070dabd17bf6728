import type { FlowGraph, GraphEdge, GraphExperiment, GraphOutcome, GraphStep } from './flow-graph.ts';
import { type Lettering, monospace, sans, widthOf, wrapText } from './wrap-text.ts';
import type { StepType } from '../../model.ts';

const stepSize: CardSize = { width: 260, paddingX: 16, paddingY: 11 };
const startSize: CardSize = { width: 260, paddingX: 16, paddingY: 12 };
const outcomeSize: CardSize = { width: 440, paddingX: 18, paddingY: 11 };
const widestLabel = 190;

export function startCard({ name, path, experiments, goals }: FlowGraph): Card {
  return setCard(
    [
      { style: 'heading', text: name },
      { style: 'small', text: path },
      ...experiments.map((each, index): Paragraph => ({
        style: 'small',
        text: describeExperiment(each),
        gap: index === 0 ? 6 : 2,
      })),
      ...goalLine(goals.start),
    ],
    startSize,
  );
}

export function stepCard({ type, id, title, counts, goal, showIf, check, note }: GraphStep): Card {
  return setCard(
    [
      { style: 'kind', text: counts ? `${nameOfType(type)} · counts` : nameOfType(type) },
      { style: 'id', text: id },
      ...(title === undefined ? [] : [{ style: 'title', text: title, gap: 3 } as const]),
      ...goalLine(goal),
      ...conditionLines('shown only if', showIf),
      ...conditionLines('takes an answer only if', check),
      ...noteLine(note),
    ],
    stepSize,
  );
}

function conditionLines(what: string, condition: string | undefined): readonly Paragraph[] {
  if (condition === undefined) return [];
  return [
    { style: 'small', text: what, gap: 7 },
    { style: 'condition', text: condition },
  ];
}

export function finishCard({ goals }: FlowGraph): Card {
  return setCard([{ style: 'heading', text: 'Finish' }, ...goalLine(goals.finish)], startSize);
}

/** `place` is 1 for the first. */
export function outcomeCard({ id, title, when, topics, ending, note }: GraphOutcome, place: number): Card {
  return setCard(
    [
      { style: 'kind', text: `Outcome ${place}` },
      { style: 'id', text: id },
      ...(title === undefined ? [] : [{ style: 'title', text: title, gap: 3 } as const]),
      { style: 'condition', text: when === undefined ? 'otherwise' : `if ${when}`, gap: 6 },
      ...(topics.length > 0 ? [{ style: 'small', text: `topics: ${topics.join(', ')}`, gap: 5 } as const] : []),
      ...(ending === undefined ? [] : [{ style: 'small', text: `ending: ${ending}`, gap: 5 } as const]),
      ...noteLine(note),
    ],
    outcomeSize,
  );
}

/** The label of an edge, as wide as its text; nothing where an edge has nothing to say. */
export function edgeLabel(edge: GraphEdge): Card | undefined {
  const paragraphs = [...edgeParagraphs(edge), ...noteLine(edge.note)];
  if (paragraphs.length === 0) return undefined;
  const size = { width: widestLabel, paddingX: 8, paddingY: 4 };
  const { lines } = setCard(paragraphs, size);
  const widest = Math.max(...lines.map(({ style, text }) => widthOf(text, letterings[style])));
  return setCard(paragraphs, { ...size, width: Math.min(widestLabel, Math.ceil(widest) + 2 * size.paddingX + 1) });
}

function edgeParagraphs({ kind, conditions }: GraphEdge): readonly Paragraph[] {
  switch (kind) {
    case 'always':
      return [];
    case 'if':
      return conditions.map((text, index) => ({ style: 'condition', text: index === 0 ? text : `or ${text}` }));
    case 'otherwise':
      return [{ style: 'small', text: 'otherwise' }];
    case 'hidden':
      return [{ style: 'small', text: 'not shown' }];
  }
}

/** An experiment on one line: `night_fact: cycles 50 %, effort 50 %`. */
export function describeExperiment({ name, variants }: GraphExperiment): string {
  const shares = variants.map((variant) => `${variant.name} ${Math.round(variant.share * 100)} %`);
  return `Experiment ${name}: ${shares.join(', ')}`;
}

function goalLine(goal: string | undefined): readonly Paragraph[] {
  return goal === undefined ? [] : [{ style: 'small', text: `goal ${goal}`, gap: 4 }];
}

function noteLine(note: string | undefined): readonly Paragraph[] {
  return note === undefined ? [] : [{ style: 'note', text: note, gap: 6 }];
}

/** The ways in which a line is written; each has its class in the drawing's style. */
const letterings = {
  kind: { face: sans, size: 11 },
  id: { face: monospace, size: 13 },
  title: { face: sans, size: 13 },
  small: { face: sans, size: 11 },
  condition: { face: monospace, size: 11.5 },
  note: { face: sans, size: 12 },
  heading: { face: sans, size: 15 },
} as const satisfies Record<string, Lettering>;
type LineStyle = keyof typeof letterings;

interface CardLine {
  readonly style: LineStyle;
  readonly text: string;
  /** Distance of the line's middle from the card's top. */
  readonly y: number;
}

/** A rectangle with lines of text; all measures in pixels. */
export interface Card {
  readonly width: number;
  readonly height: number;
  readonly lines: readonly CardLine[];
}

interface Paragraph {
  readonly style: LineStyle;
  readonly text: string;
  /** Space above it, where it is not the first. */
  readonly gap?: number;
}

interface CardSize {
  readonly width: number;
  /** Between the border and the text. */
  readonly paddingX: number;
  readonly paddingY: number;
}

/** Sets paragraphs under one another on a card of a given width, which is as high as they need. */
function setCard(paragraphs: readonly Paragraph[], { width, paddingX, paddingY }: CardSize): Card {
  const lines: CardLine[] = [];
  let y = paddingY;
  for (const { style, text, gap = 2 } of paragraphs) {
    const height = lineHeight(style);
    if (lines.length > 0) y += gap;
    for (const line of wrapText(text, width - 2 * paddingX, letterings[style])) {
      lines.push({ style, text: line, y: y + height / 2 });
      y += height;
    }
  }
  return { width, height: Math.ceil(y + paddingY), lines };
}

function lineHeight(style: LineStyle): number {
  return Math.round(letterings[style].size * 1.4);
}

/** `single_choice` as a person writes it: "Single choice". */
function nameOfType(type: StepType): string {
  return type.charAt(0).toUpperCase() + type.slice(1).replaceAll('_', ' ');
}
