import { locate, locateWithin } from '../document.ts';
import { renameKey } from './write-text.ts';
import type { TextEdit } from './text-edit.ts';
import { readExpressions } from '../expression-uses.ts';
import type { ExpressionSyntax, Span } from '../expression/syntax.ts';
import type { Flow, FlowStep } from '../flow.ts';
import { readScope } from '../scope.ts';
import type { TextUse, Words } from '../words/words.ts';
import type { Path } from '../../problem.ts';

/** Writes the present names where a flow still leads to, compares with or reads what was renamed. */
export function renameInFlow(flow: Flow, heirs: Heirs): TextEdit[] {
  return [...flow.steps.flatMap((step) => renameTargets(flow, step, heirs)), ...renameInExpressions(flow, heirs)];
}

function renameTargets(flow: Flow, step: FlowStep, heirs: Heirs): TextEdit[] {
  return targetsOf(step).flatMap(({ target, path }) => {
    const id = heirs.steps.get(target)?.id;
    return id === undefined ? [] : [replaceWithin(flow, path, { start: 0, end: target.length }, id)];
  });
}

function targetsOf({ path, value, options }: FlowStep): { readonly target: string; readonly path: Path }[] {
  const { next } = value;
  const all = [
    ...options.map((option) => ({ target: option.value.next, path: [...option.path, 'next'] })),
    ...(typeof next === 'object'
      ? next.flatMap((branch, index) =>
          (['to', 'else'] as const).map((key) => ({ target: branch?.[key], path: [...path, 'next', index, key] })),
        )
      : [{ target: next, path: [...path, 'next'] }]),
  ];
  return all.flatMap(({ target, path: at }) => (typeof target === 'string' ? [{ target, path: at }] : []));
}

function renameInExpressions(flow: Flow, heirs: Heirs): TextEdit[] {
  return readExpressions(flow).flatMap(({ path, parsed }) =>
    [...(parsed.syntax ? renamesIn(parsed.syntax, heirs) : [])].map(({ span, name }) =>
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

function* renamesIn(syntax: ExpressionSyntax, heirs: Heirs): Iterable<Rename> {
  switch (syntax.kind) {
    case 'name': {
      const field = heirs.fieldOf(syntax.name);
      if (field !== undefined) yield { span: syntax, name: field };
      break;
    }
    case 'unary':
      yield* renamesIn(syntax.operand, heirs);
      break;
    case 'binary':
      yield* renamesIn(syntax.left, heirs);
      yield* renamesIn(syntax.right, heirs);
      if (['==', '!=', 'in', 'has'].includes(syntax.operator)) {
        yield* optionsIn(syntax.left, syntax.right, heirs);
        yield* optionsIn(syntax.right, syntax.left, heirs);
      }
      break;
    case 'call':
      for (const argument of syntax.arguments) yield* renamesIn(argument, heirs);
      break;
    case 'list':
    case 'literal':
    case 'member':
      break;
  }
}

/** Old option keys that an answer is compared with. */
function* optionsIn(answer: ExpressionSyntax, keys: ExpressionSyntax, heirs: Heirs): Iterable<Rename> {
  if (answer.kind !== 'name') return;
  const field = heirs.fieldOf(answer.name) ?? answer.name;
  for (const key of keys.kind === 'list' ? keys.items : [keys]) {
    if (key.kind !== 'literal' || typeof key.value !== 'string') continue;
    const name = heirs.optionOf(field, key.value);
    // The quotes stay.
    if (name !== undefined) yield { span: { start: key.start + 1, end: key.end - 1 }, name };
  }
}

/** Writes the present names of steps and options over their words, and into the recalls of all texts. */
export function renameInWords(flow: Flow, words: Words, heirs: Heirs): TextEdit[] {
  return [
    ...flow.steps.flatMap((step) => renameStep(flow, step, words, heirs)),
    ...words.texts.flatMap((use) => renameRecalls(words, use, heirs)),
  ];
}

function renameStep(flow: Flow, step: FlowStep, words: Words, heirs: Heirs): TextEdit[] {
  const { id } = step;
  const key = wordsKeyOf(step, words, heirs);
  if (id === undefined || key === undefined) return [];
  return [
    ...(key === id ? [] : [renameKey(words.document, ['steps', key], id)]),
    ...renameOptions(flow, step, words, heirs),
  ];
}

/** The key under which a step has its words: its id, or the only old one that is there. */
function wordsKeyOf(step: FlowStep, { value }: Words, heirs: Heirs): string | undefined {
  const given = value.steps ?? {};
  if (step.id !== undefined && Object.hasOwn(given, step.id)) return step.id;
  const former = Object.keys(given).filter((key) => heirs.steps.get(key) === step);
  return former.length === 1 ? former[0] : undefined;
}

function renameOptions(flow: Flow, step: FlowStep, words: Words, heirs: Heirs): TextEdit[] {
  const path = optionsPath(step, words, heirs);
  const given = words.value.steps?.[String(path[1])]?.options ?? {};
  const renames = [...optionHeirs(step)].filter(
    ([old, heir]) => Object.hasOwn(given, old) && !Object.hasOwn(given, heir),
  );
  return renames
    .filter(([old, heir]) => renames.every(([other, name]) => name !== heir || other === old))
    .filter(([old, heir]) => isAgreed(flow, words, heirs, [...path, old], heir))
    .map(([old, heir]) => renameKey(words.document, [...path, old], heir));
}

function optionsPath(step: FlowStep, words: Words, heirs: Heirs): Path {
  return ['steps', wordsKeyOf(step, words, heirs) ?? '', 'options'];
}

/** Whether every step that an anchor gives this key to calls it by the new name. */
function isAgreed(flow: Flow, words: Words, heirs: Heirs, path: Path, heir: string): boolean {
  const old = String(path.at(-1));
  const { range } = locate(words.document, path, 'key');
  return flow.steps.every((step) => {
    const place = locate(words.document, [...optionsPath(step, words, heirs), old], 'key');
    const isHere = place.found && place.range.start === range.start;
    return !isHere || optionHeirs(step).get(old) === heir;
  });
}

function renameRecalls({ document }: Words, { path, parsed, allowsRecalls }: TextUse, heirs: Heirs): TextEdit[] {
  if (!allowsRecalls || parsed.problem) return [];
  return parsed.recalls.flatMap(({ recall, start }) => {
    const field = heirs.fieldOf(recall);
    if (field === undefined) return [];
    const at = parsed.source.indexOf(recall, start);
    return [{ ...locateWithin(document, locate(document, path), at, at + recall.length), text: field }];
  });
}

/** What the old names of a flow mean now, where that is certain: they are gone, and one step or option claims them. */
interface Heirs {
  /** Steps by an old id. */
  readonly steps: ReadonlyMap<string, FlowStep>;
  /** The field of the answer that conditions and recalls still call by an old id. */
  readonly fieldOf: (name: string) => string | undefined;
  /** The present key of an option of the question that stores its answer under a field. */
  readonly optionOf: (field: string, key: string) => string | undefined;
}

const nothingMisspelt = { steps: new Set<string>(), options: new Map<string, ReadonlySet<string>>() };

/** Reads every `renamed_from` of a flow. */
export function readHeirs(flow: Flow): Heirs {
  const steps = claims(flow.steps, ({ value }) => value.renamed_from);
  for (const id of [...flow.stepsById.keys(), 'finish']) steps.delete(id);
  const { answers, variables } = readScope(flow, nothingMisspelt);
  return {
    steps,
    fieldOf: (name) => (answers.has(name) || variables.has(name) ? undefined : steps.get(name)?.field),
    optionOf: (field, key) => {
      const step = flow.stepsByField.get(field);
      return step && optionHeirs(step).get(key);
    },
  };
}

/** The present keys of a step's options by the old ones. */
function optionHeirs({ options }: FlowStep): ReadonlyMap<string, string> {
  const heirs = claims(options, ({ value }) => value.renamed_from);
  for (const { key } of options) heirs.delete(key);
  return new Map([...heirs].map(([old, { key }]) => [old, key]));
}

/** Who claims each old name; names that several claim are left out. */
function claims<Item>(
  items: readonly Item[],
  namesOf: (item: Item) => string | readonly string[] | undefined,
): Map<string, Item> {
  const heirs = new Map<string, Item>();
  const disputed = new Set<string>();
  for (const item of items) {
    for (const name of new Set([namesOf(item) ?? []].flat() as readonly string[])) {
      if (heirs.has(name)) disputed.add(name);
      heirs.set(name, item);
    }
  }
  for (const name of disputed) heirs.delete(name);
  return heirs;
}
