import type { Path } from '../../problem.ts';
import type { FunnelDocument } from '../document.ts';
import type { Finding } from '../finding.ts';
import type { Flow, FlowStep } from '../flow.ts';
import type { Renames } from '../scope.ts';
import type { Words } from '../words/words.ts';
import type { SourceRange } from '../yaml/tree.ts';
import { optionSuccessors, readSuccessors, renameInFlow, renameInWords } from './rename.ts';

/** Names that a flow has renamed by `renamed_from`, while places that `fix` would change still have the old ones. */
export interface PendingRenames extends Renames {
  /** One for each of them. */
  readonly findings: readonly Finding[];
}

/** The rest to rename after the `renamed_from` of a flow. */
export function readPendingRenames(flow: Flow, words: readonly Words[]): PendingRenames {
  const found: { findings: Finding[]; steps: Map<string, string>; options: Map<string, Map<string, string>> } = {
    findings: [],
    steps: new Map(),
    options: new Map(),
  };
  const places = findPlaces(flow, words);
  if (places.length === 0) return found;
  const successors = readSuccessors(flow);
  const copies = [...successors.writtenOut];
  for (const [old, { id = '' }] of copies) found.steps.set(old, id);
  for (const [old, step] of successors.steps) {
    const { id, path } = step;
    const all = new Set([old, ...copies.flatMap(([name, { writtenOut }]) => (writtenOut?.from === step ? name : []))]);
    const own = id === undefined ? [] : places.filter((place) => all.has(place.name));
    if (id === undefined || own.length === 0) continue;
    found.steps.set(old, id);
    found.findings.push(toFinding(flow, path, { old, now: id, places: own }));
  }
  for (const step of flow.steps) {
    if (step.id === undefined) continue;
    for (const [old, now] of optionSuccessors(step)) {
      const isFor = ({ writtenOut }: FlowStep) =>
        writtenOut?.option === now && writtenOut.from.value.for_each === step.field;
      const all = new Set([old, ...copies.flatMap(([name, copy]) => (isFor(copy) ? name : []))]);
      const own = places.filter((place) => all.has(place.name));
      if (own.length === 0) continue;
      found.options.set(step.id, (found.options.get(step.id) ?? new Map()).set(old, now));
      found.findings.push(toFinding(flow, [...step.path, 'options', now], { old, now, places: own }));
    }
  }
  return found;
}

interface Place {
  readonly in: FunnelDocument;
  readonly range: SourceRange;
  /** What stands there. */
  readonly name: string;
}

function findPlaces(flow: Flow, words: readonly Words[]): readonly Place[] {
  if (![...flow.steps, ...flow.steps.flatMap(({ options }) => options)].some(({ value }) => value.renamed_from))
    return [];
  const successors = readSuccessors(flow);
  const edits = [
    { in: flow.document, edits: renameInFlow(flow, successors) },
    ...words.map((each) => ({ in: each.document, edits: renameInWords(flow, each, successors) })),
  ];
  const places = new Map<string, Place>();
  for (const { in: document, edits: ofDocument } of edits) {
    for (const { start, end } of ofDocument) {
      const name = document.text.slice(start, end).replace(/^(["'])(.*)\1$/, '$2');
      places.set(`${document.file} ${start}`, { in: document, range: { start, end }, name });
    }
  }
  return [...places.values()];
}

interface Rename {
  readonly old: string;
  readonly now: string;
  readonly places: readonly Place[];
}

const maxRelated = 6;

function toFinding({ document, id }: Flow, path: Path, { old, now, places }: Rename): Finding {
  const count = places.length === 1 ? 'one place still has' : `${places.length} places still have`;
  return {
    in: document,
    path: [...path, 'renamed_from'],
    code: 'rename_unfinished',
    message: `"${old}" is called "${now}" now, but ${count} its old name.`,
    hint: `npm run funnel -- fix ${id} renames it everywhere.`,
    related: places
      .slice(0, maxRelated)
      .map(({ in: there, range }) => ({ in: there, path: [], range, note: 'The old name.' })),
  };
}
