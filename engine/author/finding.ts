import {
  compareProblems,
  drawFrame,
  type ExampleVisit,
  type Path,
  type Problem,
  type ProblemCode,
  type RelatedPlace,
  type TextRange,
} from '../problem.ts';
import { locate, locateWithin, type FunnelDocument, type Place, type Target } from './document.ts';
import type { SourceRange } from './yaml/tree.ts';

/** Something else in a file that a finding has to do with. */
export interface RelatedFinding {
  readonly in: FunnelDocument;
  readonly path: Path;
  readonly target?: Target;
  /** Characters of the file, for what has no path. */
  readonly range?: SourceRange;
  readonly note: string;
}

/** What a stage finds wrong: a path into a document. It becomes a `Problem` when its place is looked up. */
export interface Finding {
  readonly in: FunnelDocument;
  readonly code: ProblemCode;
  readonly message: string;
  readonly path: Path;
  readonly target?: Target;
  /** Characters of the text at the path. */
  readonly within?: { readonly start: number; readonly end: number };
  /** Characters of the file, for what has no path. */
  readonly range?: SourceRange;
  readonly hint?: string;
  readonly related?: readonly RelatedFinding[];
  readonly counterexample?: ExampleVisit;
}

export type Findings = Iterable<Finding>;

/** Looks up every place, reports once what is found several times through aliases, and sorts. */
export function toProblems(findings: Findings): Problem[] {
  const groups = new Map<string, { problem: Problem; related: RelatedPlace[] }>();
  for (const finding of findings) {
    const place = locate(finding.in, finding.path, finding.target);
    const range = exactRange(finding, place);
    const key = identityOf(finding, place, range);
    const uses = place.uses
      .filter((use) => use.start !== range.start)
      .map((use) => relatedPlace(finding.in, use, 'Used here.'));
    const group = groups.get(key);
    if (group) {
      for (const use of uses) if (!group.related.some((known) => samePlace(known, use))) group.related.push(use);
      continue;
    }
    const { in: document, code, message, path, hint, counterexample } = finding;
    const related: RelatedPlace[] = [];
    for (const place of [...(finding.related ?? []).map(relatedFinding), ...uses])
      if (!related.some((known) => samePlace(known, place) && known.note === place.note)) related.push(place);
    const at = rangeIn(document, range);
    const frame = document.text === '' ? '' : drawFrame(document.text.split('\n'), at);
    const problem: Problem = {
      code,
      message,
      path,
      file: document.file,
      ...at,
      frame,
      ...(hint !== undefined && { hint }),
      ...(counterexample && { counterexample }),
    };
    groups.set(key, { problem, related });
  }
  const problems = [...groups.values()]
    .map(({ problem, related }) => (related.length > 0 ? { ...problem, related } : problem))
    .sort(compareProblems);
  return joinRepeated(problems);
}

/** What an author gets wrong in the same way wherever it stands. */
const repeatedCodes: ReadonlySet<ProblemCode> = new Set(['unknown_key', 'key_of_other_type', 'wrong_type']);

/** A mistake that is made in 50 steps is one problem, at the first of them. */
function joinRepeated(problems: readonly Problem[]): Problem[] {
  const places = new Map<string, Problem[]>();
  for (const problem of problems) {
    const { file, code, message, related } = problem;
    const isRepeated = repeatedCodes.has(code) && related === undefined;
    const key = JSON.stringify(isRepeated ? [file, code, message] : [places.size]);
    places.set(key, [...(places.get(key) ?? []), problem]);
  }
  return [...places.values()].map(([first, ...others]) => {
    if (others.length === 0) return first!;
    const shown = others.slice(0, maxListed);
    const more = others.length - shown.length;
    const related = shown.map(({ file, line, column }, at) => {
      const isLast = more > 0 && at === shown.length - 1;
      return { file, line, column, note: isLast ? `The same here, and ${more} times below.` : 'The same here.' };
    });
    return { ...first!, related };
  });
}

function exactRange(finding: Finding, place: Place): SourceRange {
  if (finding.range) return finding.range;
  if (finding.within) return locateWithin(finding.in, place, finding.within.start, finding.within.end);
  return place.range;
}

/** Findings inside an anchor are the same mistake however the anchor was reached. */
function identityOf(finding: Finding, place: Place, range: SourceRange): string {
  const what = place.anchored ? '' : finding.message;
  return JSON.stringify([finding.in.file, finding.code, range.start, place.tail, what]);
}

function relatedFinding({ in: document, path, target, range, note }: RelatedFinding): RelatedPlace {
  return relatedPlace(document, range ?? locate(document, path, target).range, note);
}

function relatedPlace(document: FunnelDocument, range: SourceRange, note: string): RelatedPlace {
  const { line, column } = rangeIn(document, range);
  return { file: document.file, line, column, note };
}

function samePlace(a: RelatedPlace, b: RelatedPlace): boolean {
  return a.file === b.file && a.line === b.line && a.column === b.column;
}

function rangeIn({ lines }: FunnelDocument, { start, end }: SourceRange): TextRange {
  const from = lines.linePos(start);
  const to = lines.linePos(Math.max(start, end));
  return { line: from.line, column: from.col, endLine: to.line, endColumn: to.col };
}

const maxListed = 8;

/** Names in quotes, the last of them after `and`. */
export function listed(names: readonly string[]): string {
  const more = names.length - maxListed;
  const all = [
    ...names.slice(0, more > 0 ? maxListed : undefined).map((name) => `"${name}"`),
    ...(more > 0 ? [`${more} more`] : []),
  ];
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}
