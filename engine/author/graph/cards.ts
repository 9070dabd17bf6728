import type { StepType } from '../../model.ts';
import { letterings, setCard, type Card, type CardSize, type Paragraph } from './card.ts';
import type { FlowGraph, GraphEdge, GraphExperiment, GraphOutcome, GraphStep } from './flow-graph.ts';
import { widthOf } from './wrap-text.ts';

/** What each type of step is called in the picture. */
const typeNames: Readonly<Record<StepType, string>> = {
  intro: 'Intro',
  info: 'Info',
  single_choice: 'Single choice',
  multiple_choice: 'Multiple choice',
  number: 'Number',
  text: 'Text',
  email: 'E-mail',
  loader: 'Loader',
};

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

export function stepCard({ type, id, title, counts, goal, showIf, note }: GraphStep): Card {
  return setCard(
    [
      { style: 'kind', text: counts ? `${typeNames[type]} · counts` : typeNames[type] },
      { style: 'id', text: id },
      ...(title === undefined ? [] : [{ style: 'title', text: title, gap: 3 } as const]),
      ...goalLine(goal),
      ...(showIf === undefined
        ? []
        : [{ style: 'small', text: 'shown only if', gap: 7 } as const, { style: 'condition', text: showIf } as const]),
      ...noteLine(note),
    ],
    stepSize,
  );
}

export function finishCard({ goals }: FlowGraph): Card {
  return setCard([{ style: 'heading', text: 'Finish' }, ...goalLine(goals.finish)], startSize);
}

/** `place` is 1 for the first. */
export function outcomeCard({ id, title, when, topics, note }: GraphOutcome, place: number): Card {
  return setCard(
    [
      { style: 'kind', text: `Outcome ${place}` },
      { style: 'id', text: id },
      ...(title === undefined ? [] : [{ style: 'title', text: title, gap: 3 } as const]),
      { style: 'condition', text: when === undefined ? 'otherwise' : `if ${when}`, gap: 6 },
      { style: 'small', text: `topics: ${topics.join(', ')}`, gap: 5 },
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
