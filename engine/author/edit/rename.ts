import { locate, locateWithin } from '../document.ts';
import { renameKey } from './write-text.ts';
import type { TextEdit } from './text-edit.ts';
import { readExpressions } from '../expression-uses.ts';
import type { ExpressionSyntax, Span } from '../expression/syntax.ts';
import type { Flow, FlowStep } from '../flow.ts';
import { writeOutFlow } from '../for-each.ts';
import { readScope } from '../scope.ts';
import type { TextUse, Words } from '../words/words.ts';
import type { Path } from '../../problem.ts';

/** Writes the present names where a flow still leads to, compares with or reads what was renamed. */
export function renameInFlow(flow: Flow, successors: Successors): TextEdit[] {
  return [
    ...flow.steps.flatMap((step) => renameTargets(flow, step, successors)),
    ...flow.steps.flatMap((step) => renameRepeated(flow, step, successors)),
    ...renameInExpressions(flow, successors),
  ];
}

function renameTargets(flow: Flow, step: FlowStep, successors: Successors): TextEdit[] {
  return targetsOf(step).flatMap(({ target, path }) => {
    const id = successors.steps.get(target)?.id;
    return id === undefined ? [] : [replaceWithin(flow, path, { start: 0, end: target.length }, id)];
  });
}

/** The question whose options a step is for. */
function renameRepeated(
  flow: Flow,
  { path, value: { for_each: field } }: FlowStep,
  successors: Successors,
): TextEdit[] {
  const renamed = field === undefined ? undefined : successors.fieldOf(field);
  if (field === undefined || renamed === undefined) return [];
  return [replaceWithin(flow, [...path, 'for_each'], { start: 0, end: field.length }, renamed)];
}

function targetsOf({ next, nextPath, options }: FlowStep): { readonly target: string; readonly path: Path }[] {
  const all = [
    ...options.map((option) => ({ target: option.value.next, path: [...option.path, 'next'] })),
    ...(typeof next === 'object'
      ? next.flatMap((branch, index) =>
          (['to', 'else'] as const).map((key) => ({ target: branch?.[key], path: [...nextPath, index, key] })),
        )
      : [{ target: next, path: nextPath }]),
  ];
  return all.flatMap(({ target, path: at }) => (typeof target === 'string' ? [{ target, path: at }] : []));
}

function renameInExpressions(flow: Flow, successors: Successors): TextEdit[] {
  return readExpressions(flow).flatMap(({ path, parsed }) =>
    [...(parsed.syntax ? renamesIn(parsed.syntax, successors) : [])].map(({ span, name }) =>
      replaceWithin(flow, path, span, name),
    ),
  );
}

function replaceWithin({ document }: Flow, path: Path, { start, end }: Span, text: string): TextEdit {
  return { ...locateWithin(document, locate(document, path), start, end), text };
}

interface Rename {
  readonly span: Span;
  readonly name: string;
}

function* renamesIn(syntax: ExpressionSyntax, successors: Successors): Iterable<Rename> {
  switch (syntax.kind) {
    case 'name': {
      const field = successors.fieldOf(syntax.name);
      if (field !== undefined) yield { span: syntax, name: field };
      break;
    }
    case 'unary':
      yield* renamesIn(syntax.operand, successors);
      break;
    case 'binary':
      yield* renamesIn(syntax.left, successors);
      yield* renamesIn(syntax.right, successors);
      if (['==', '!=', 'in', 'has'].includes(syntax.operator)) {
        yield* optionsIn(syntax.left, syntax.right, successors);
        yield* optionsIn(syntax.right, syntax.left, successors);
      }
      break;
    case 'call':
      for (const argument of syntax.arguments) yield* renamesIn(argument, successors);
      if (['answered', 'count', 'place'].includes(syntax.name) && syntax.arguments.length === 2)
        yield* optionsIn(syntax.arguments[0]!, syntax.arguments[1]!, successors);
      break;
    case 'list':
    case 'literal':
    case 'member':
      break;
  }
}

/** Old option keys that an answer is compared with. */
function* optionsIn(answer: ExpressionSyntax, keys: ExpressionSyntax, successors: Successors): Iterable<Rename> {
  if (answer.kind !== 'name') return;
  const field = successors.fieldOf(answer.name) ?? answer.name;
  for (const key of keys.kind === 'list' ? keys.items : [keys]) {
    if (key.kind !== 'literal' || typeof key.value !== 'string') continue;
    const name = successors.optionOf(field, key.value);
    // The quotes stay.
    if (name !== undefined) yield { span: { start: key.start + 1, end: key.end - 1 }, name };
  }
}

/** Writes the present names of steps and options over their words, and into the recalls of all texts. */
export function renameInWords(flow: Flow, words: Words, successors: Successors): TextEdit[] {
  return [
    ...flow.steps.flatMap((step) => renameStep(flow, step, words, successors)),
    ...words.texts.flatMap((use) => renameRecalls(words, use, successors)),
  ];
}

function renameStep(flow: Flow, step: FlowStep, words: Words, successors: Successors): TextEdit[] {
  const { id } = step;
  const key = wordsKeyOf(step, words, successors);
  if (id === undefined || key === undefined) return [];
  return [
    ...(key === id ? [] : [renameKey(words.document, ['steps', key], id)]),
    ...renameOptions(flow, step, words, successors),
  ];
}

/** The key under which a step has its words: its id, or the only old one that is there. */
function wordsKeyOf(step: FlowStep, { value }: Words, successors: Successors): string | undefined {
  const given = value.steps ?? {};
  if (step.id !== undefined && Object.hasOwn(given, step.id)) return step.id;
  const former = Object.keys(given).filter((key) => successors.steps.get(key) === step);
  return former.length === 1 ? former[0] : undefined;
}

function renameOptions(flow: Flow, step: FlowStep, words: Words, successors: Successors): TextEdit[] {
  const path = optionsPath(step, words, successors);
  const given = words.value.steps?.[String(path[1])]?.options ?? {};
  const renames = [...optionSuccessors(step)].filter(
    ([old, successor]) => Object.hasOwn(given, old) && !Object.hasOwn(given, successor),
  );
  return renames
    .filter(([old, successor]) => renames.every(([other, name]) => name !== successor || other === old))
    .filter(([old, successor]) => isAgreed(flow, words, successors, [...path, old], successor))
    .map(([old, successor]) => renameKey(words.document, [...path, old], successor));
}

function optionsPath(step: FlowStep, words: Words, successors: Successors): Path {
  return ['steps', wordsKeyOf(step, words, successors) ?? '', 'options'];
}

/** Whether every step that an anchor gives this key to calls it by the new name. */
function isAgreed(flow: Flow, words: Words, successors: Successors, path: Path, successor: string): boolean {
  const old = String(path.at(-1));
  const { range } = locate(words.document, path, 'key');
  return flow.steps.every((step) => {
    const place = locate(words.document, [...optionsPath(step, words, successors), old], 'key');
    const isHere = place.found && place.range.start === range.start;
    return !isHere || optionSuccessors(step).get(old) === successor;
  });
}

function renameRecalls(
  { document }: Words,
  { path, parsed, allowsRecalls }: TextUse,
  successors: Successors,
): TextEdit[] {
  if (!allowsRecalls || parsed.problem) return [];
  return parsed.recalls.flatMap(({ recall, start }) => {
    const field = successors.fieldOf(recall);
    if (field === undefined) return [];
    const at = parsed.source.indexOf(recall, start);
    return [{ ...locateWithin(document, locate(document, path), at, at + recall.length), text: field }];
  });
}

/** What the old names of a flow mean now, where that is certain: they are gone, and one step or option claims them. */
export interface Successors {
  /** Steps by an old id. */
  readonly steps: ReadonlyMap<string, FlowStep>;
  /** The steps that those with `for_each` are written out to, by an old id. */
  readonly writtenOut: ReadonlyMap<string, FlowStep>;
  /** The field of the answer that conditions and recalls still call by an old id. */
  readonly fieldOf: (name: string) => string | undefined;
  /** The present key of an option of the question that stores its answer under a field. */
  readonly optionOf: (field: string, key: string) => string | undefined;
}

const nothingMisspelt = { steps: new Set<string>(), options: new Map<string, ReadonlySet<string>>() };

/** Reads every `renamed_from` of a flow. */
export function readSuccessors(flow: Flow): Successors {
  const written = writeOutFlow(flow);
  const steps = oldSteps(flow);
  const copies = oldSteps(written);
  const { answers, variables } = readScope(written, nothingMisspelt);
  return {
    steps,
    writtenOut: new Map([...copies].filter(([, step]) => step.writtenOut)),
    fieldOf: (name) => (answers.has(name) || variables.has(name) ? undefined : copies.get(name)?.field),
    optionOf: (field, key) => {
      const step = written.stepsByField.get(field);
      return step && optionSuccessors(step).get(key);
    },
  };
}

function oldSteps({ steps, stepsById }: Flow): Map<string, FlowStep> {
  const claimed = claims(steps, ({ value }) => value.renamed_from);
  for (const id of [...stepsById.keys(), 'finish']) claimed.delete(id);
  return claimed;
}

/** The present keys of a step's options by the old ones. */
export function optionSuccessors({ options }: FlowStep): ReadonlyMap<string, string> {
  const successors = claims(options, ({ value }) => value.renamed_from);
  for (const { key } of options) successors.delete(key);
  return new Map([...successors].map(([old, { key }]) => [old, key]));
}

/** Who claims each old name; names that several claim are left out. */
function claims<Item>(
  items: readonly Item[],
  namesOf: (item: Item) => string | readonly string[] | undefined,
): Map<string, Item> {
  const successors = new Map<string, Item>();
  const disputed = new Set<string>();
  for (const item of items) {
    for (const name of new Set([namesOf(item) ?? []].flat() as readonly string[])) {
      if (successors.has(name)) disputed.add(name);
      successors.set(name, item);
    }
  }
  for (const name of disputed) successors.delete(name);
  return successors;
}
