import { describeExperiment } from './cards.ts';
import { appearanceOf } from './flow-graph.ts';
import type { FlowGraph, GraphEdge, GraphStep } from './flow-graph.ts';

/** A flow chart in Mermaid's language, for places that draw it themselves, such as a wiki or a pull request. */
export function writeMermaid(graph: FlowGraph): string {
  const nodes = new Map<string | null, string>(graph.steps.map(({ id }, index) => [id, `step${index + 1}`]));
  nodes.set(null, 'finish');
  const start = [graph.name, graph.path, ...graph.experiments.map(describeExperiment)];
  const lines = [
    'flowchart TD',
    `start([${label(...start, goalOf(graph.goals.start))}])`,
    ...graph.steps.map((step, index) => `step${index + 1}${shapeOf(step.type, stepLabel(step))}`),
    `finish([${label('Finish', goalOf(graph.goals.finish))}])`,
    ...graph.outcomes.map(
      ({ id, title, note }, index) => `outcome${index + 1}{{${label(`${index + 1}. ${id}`, title, note)}}}`,
    ),
    'start --> step1',
    ...graph.edges.map((edge) => `${nodes.get(edge.from)} ${arrow(edge)} ${nodes.get(edge.to)}`),
    ...graph.outcomes.map(({ when }, index) => `finish -->|${label(when ?? 'otherwise')}| outcome${index + 1}`),
  ];
  return `${lines[0]}\n${lines
    .slice(1)
    .map((line) => `  ${line}\n`)
    .join('')}`;
}

/** Screens to read, questions and pauses each have their outline. */
function shapeOf(type: GraphStep['type'], text: string): string {
  switch (appearanceOf(type)) {
    case 'screen':
      return `(${text})`;
    case 'choice':
    case 'typed':
      return `[${text}]`;
    case 'pause':
      return `[[${text}]]`;
  }
}

function stepLabel({ id, type, title, counts, goal, showIf, check, note }: GraphStep): string {
  const kind = counts ? `${type}, counts` : type;
  return label(
    id,
    kind,
    title,
    goalOf(goal),
    showIf && `only if ${showIf}`,
    check && `answered only if ${check}`,
    note,
  );
}

function arrow({ kind, conditions, note }: GraphEdge): string {
  switch (kind) {
    case 'always':
      return note === undefined ? '-->' : `-->|${label(note)}|`;
    case 'if':
      return `-->|${label(conditions.join(' or '), note)}|`;
    case 'otherwise':
      return `-->|${label('otherwise', note)}|`;
    case 'hidden':
      return `-.->|${label('not shown', note)}|`;
  }
}

function goalOf(goal: string | undefined): string | undefined {
  return goal === undefined ? undefined : `goal ${goal}`;
}

/** Lines between quotes. Whatever could mean something to Mermaid or to HTML is written as the number of its character. */
function label(...lines: readonly (string | undefined)[]): string {
  const written = lines.filter((line) => line !== undefined).map((line) => line.replaceAll(/\s+/g, ' ').trim());
  return `"${written.map((line) => line.replaceAll(/[^\p{L}\p{N}\p{M} .,=!?+*/'’_-]/gu, numbered)).join('<br/>')}"`;
}

function numbered(character: string): string {
  return `#${character.codePointAt(0)};`;
}
