import { type BrokenPart, type FunnelDocument, unreadDocument } from './document.ts';
import type { Finding } from './finding.ts';
import {
  type Flow,
  type FlowOption,
  type FlowStep,
  type FlowValue,
  indexSteps,
  type StepsValue,
  type StepValue,
} from './flow.ts';
import { checkShape } from './shape/check-shape.ts';
import { keysOf } from './shape/validate.ts';
import { canonicalLocale, type FileKind, fileKindOf, isLocale, type SourceFile } from './source-file.ts';
import { isQuestionType, stepTypes } from './steps/index.ts';
import { takeVariantTexts, type VariantTexts } from './variant-texts.ts';
import { readWords, type Words } from './words/words.ts';
import { readYaml } from './yaml/read-yaml.ts';
import type { Path } from '../problem.ts';

/** What is wrong with a whole file is reported at its beginning. */
const fileStart = { start: 0, end: 0 };

/** The files of one funnel, as far as they could be read. */
export interface FunnelFiles {
  readonly id: string;
  /** Missing if there is no flow file, or it isn't YAML. */
  readonly flow: Flow | undefined;
  readonly words: readonly Words[];
  /** Every words file there is, readable or not. */
  readonly wordsDocuments: ReadonlyMap<string, FunnelDocument>;
  /** Whether a file of words holds a flow, or the reverse. */
  readonly isMisfiled: boolean;
}

interface ReadFiles {
  readonly funnels: readonly FunnelFiles[];
  readonly findings: readonly Finding[];
}

/** The words files of a funnel by locale; without words if it isn't YAML. */
type LocaleFiles = Map<string, { readonly document: FunnelDocument; readonly words: Words | undefined }>;

/** Files as they were read last, by name: one that hasn't changed is not read again. */
export type FileMemory = Map<string, ReadFile>;

/** Reads every file by itself, up to its shape, and puts together what belongs together. */
export function readFiles(files: readonly SourceFile[], memory: FileMemory = new Map()): ReadFiles {
  const findings: Finding[] = [];
  const flows = new Map<string, Flow | undefined>();
  const words = new Map<string, LocaleFiles>();
  const misfiled: MisfiledFile[] = [];
  for (const file of files) {
    const kind = fileKindOf(file.name);
    const misplaced = checkPlace(file, kind, flows, words);
    if (misplaced) findings.push(misplaced);
    if (misplaced || kind.kind === 'unknown') continue;
    const { document, isMisfiled, found, ...read } = readOnce(file, kind, memory);
    for (const finding of found) findings.push(finding);
    if (isMisfiled) misfiled.push({ document, kind });
    if (kind.kind === 'flow') flows.set(kind.id, read.flow);
    else {
      const locales: LocaleFiles = words.get(kind.id) ?? new Map();
      words.set(kind.id, locales);
      locales.set(kind.locale, { document, words: read.words });
    }
  }
  findings.push(...reportMisfiled(misfiled));
  const ids = [...new Set([...flows.keys(), ...words.keys()])];
  const isMisfiled = (id: string): boolean => misfiled.some(({ kind }) => kind.id === id);
  return {
    findings,
    funnels: ids.map((id) => ({
      ...gather(id, flows.get(id), words.get(id) ?? new Map()),
      isMisfiled: isMisfiled(id),
    })),
  };
}

function gather(id: string, flow: Flow | undefined, locales: LocaleFiles): Omit<FunnelFiles, 'isMisfiled'> {
  const declared = (flow?.value.locales ?? []).flatMap((locale) => (locale === undefined ? [] : [locale]));
  return {
    id,
    flow,
    words: declared.flatMap((locale) => locales.get(locale)?.words ?? []),
    wordsDocuments: new Map([...locales].map(([locale, { document }]) => [locale, document])),
  };
}

const shapeOf = { flow: 'funnel', words: 'words' } as const;

/** A file with all that can be said of it alone. */
interface ReadFile extends ReadOne {
  readonly source: SourceFile;
  /** Missing if it is words, or can't be read. */
  readonly flow?: Flow;
  /** Missing if it is a flow, or can't be read. */
  readonly words?: Words;
}

function readOnce(source: SourceFile, kind: NamedKind, memory: FileMemory): ReadFile {
  const known = memory.get(source.name);
  if (known && known.source.text === source.text && known.source.wrongByte === source.wrongByte) return known;
  const read = readOne(source, kind.kind);
  const { document, broken, readable, variantTexts } = read;
  const content =
    kind.kind === 'flow'
      ? { flow: readFlow(document, kind.id, broken) }
      : { words: readWords(document, kind.locale, broken, variantTexts) };
  const file: ReadFile = { source, ...read, ...(readable && content) };
  memory.set(source.name, file);
  return file;
}

interface ReadOne {
  readonly document: FunnelDocument;
  readonly readable: boolean;
  /** Whether it holds what a file of the other kind does. */
  readonly isMisfiled: boolean;
  readonly broken: readonly BrokenPart[];
  /** Of words; what its value has in their places is one of them. */
  readonly variantTexts: readonly VariantTexts[];
  readonly found: readonly Finding[];
}

const noTexts = { variantTexts: [], findings: [], broken: [] };

function readOne(file: SourceFile, kind: 'flow' | 'words'): ReadOne {
  const { document, findings, readable } = readYaml(file, { isText: kind === 'words', keys: keysOf(shapeOf[kind]) });
  const isMisfiled = readable && holdsOther(document.value, kind);
  if (isMisfiled) return { document, broken: [], variantTexts: [], readable: false, isMisfiled, found: [] };
  if (!readable) return { document, broken: [], variantTexts: [], readable, isMisfiled, found: findings };
  const taken = kind === 'words' ? takeVariantTexts(document) : noTexts;
  const shape = checkShape(document, shapeOf[kind], taken.variantTexts);
  const broken = [
    ...taken.broken,
    ...shape.broken,
    ...findings.filter(isBreaking).map(({ path, code }) => ({ path, repeats: code === 'yaml_duplicate_key' })),
  ];
  const found = [...findings.filter(isNotIn(shape.findings)), ...taken.findings, ...shape.findings];
  return { document, broken, variantTexts: taken.variantTexts, readable, isMisfiled, found };
}

/** A key that can't be a name in any case needs no quotes. */
function isNotIn(shape: readonly Finding[]): (finding: Finding) => boolean {
  const badNames = new Set(shape.filter(({ code }) => code === 'bad_name').map(({ path }) => JSON.stringify(path)));
  return ({ code, path }) => code !== 'yaml_key' || !badNames.has(JSON.stringify(path));
}

/** Traps after which the value is not what the author meant. */
function isBreaking({ code }: Finding): boolean {
  return code === 'yaml_duplicate_key' || code === 'text_cut' || code === 'yaml_alias' || code === 'bad_number';
}

/** Whether a flow is where words are to be, or the reverse. */
function holdsOther(value: unknown, kind: 'flow' | 'words'): boolean {
  if (!isRecord(value)) return false;
  const { funnel, steps, path, storage_key: storageKey } = value;
  return kind === 'words'
    ? Array.isArray(steps) && typeof funnel === 'string'
    : isRecord(steps) && isRecord(funnel) && path === undefined && storageKey === undefined;
}

interface MisfiledFile {
  readonly document: FunnelDocument;
  readonly kind: NamedKind;
}

type NamedKind = Exclude<FileKind, { kind: 'unknown' }>;

/** Two files of one funnel that hold each other's content are one mistake. */
function reportMisfiled(misfiled: readonly MisfiledFile[]): Finding[] {
  const flows = misfiled.filter(({ kind }) => kind.kind === 'flow');
  return misfiled.flatMap(({ document, kind }) => {
    const place = { in: document, path: [], range: fileStart, code: 'file_swapped' as const };
    const ownFlow = flows.find((other) => other.kind.id === kind.id);
    if (kind.kind === 'words') {
      if (ownFlow) return [];
      const id = (document.value as { readonly funnel: string }).funnel;
      const message = 'This file holds a flow, but by its name it is one of words.';
      return [{ ...place, message, hint: `A flow is called ${id}.yaml, and its words ${id}.${kind.locale}.yaml.` }];
    }
    const other = misfiled.find((each) => each.kind.kind === 'words' && each.kind.id === kind.id);
    const message = 'This file holds words, but by its name it is a flow.';
    if (!other) return [{ ...place, message, hint: `Words are called ${kind.id}.en.yaml, with their locale.` }];
    const related = [{ in: other.document, path: [], note: 'The flow is here.' }];
    return [{ ...place, message, hint: 'Give the two files each the name of the other.', related }];
  });
}

function checkPlace(
  file: SourceFile,
  kind: FileKind,
  flows: ReadonlyMap<string, unknown>,
  words: ReadonlyMap<string, ReadonlyMap<string, unknown>>,
): Finding | undefined {
  const place = { in: unreadDocument(file), path: [], range: fileStart };
  if (kind.kind === 'unknown') {
    const message =
      'A file is called <id>.yaml or <id>.<locale>.yaml, with an id of small letters, digits and hyphens.';
    return { ...place, code: 'file_name', message, hint: hintForName(file.name) };
  }
  const isTwice = kind.kind === 'flow' ? flows.has(kind.id) : words.get(kind.id)?.has(kind.locale);
  return isTwice ? { ...place, code: 'file_twice', message: 'There are two files of this name.' } : undefined;
}

function hintForName(name: string): string {
  const [, id, locale, ending] = /([a-z][a-z0-9-]*)(?:\.([A-Za-z0-9_-]+))?\.(ya?ml)$/.exec(name) ?? [];
  const tag = locale === undefined ? undefined : canonicalLocale(locale);
  const isRight = id !== undefined && (locale === undefined ? ending === 'yml' : tag !== undefined && isLocale(tag));
  if (isRight) return `Call it ${[id, ...(tag === undefined ? [] : [tag])].join('.')}.yaml.`;
  return 'Such as sleep-issues.yaml and sleep-issues.en.yaml.';
}

/** Makes a flow of a document whose broken parts have been taken out. */
function readFlow(document: FunnelDocument, id: string, broken: readonly BrokenPart[]): Flow {
  const value = (isRecord(document.value) ? document.value : {}) as FlowValue;
  const written = (Array.isArray(value.steps) ? value.steps : []) as readonly (StepsValue | undefined)[];
  const steps = written
    .flatMap((entry = {}, at) => readEntry(entry, ['steps', at], broken))
    .map((step, index) => ({ ...step, index }));
  const index = indexSteps(steps);
  return {
    document,
    id,
    value,
    steps,
    ...index,
    broken,
    complete: findComplete(steps, index.stepsById.size, broken),
  };
}

function findComplete(steps: readonly FlowStep[], ids: number, broken: readonly BrokenPart[]): Flow['complete'] {
  const isTop = broken.some(({ path }) => path.length < 2);
  const hasBroken = (section: string): boolean =>
    isTop || broken.some((part) => part.path[0] === section && outOfBlock(part.path).length === 2);
  const questions = steps.filter(({ field }) => field !== undefined);
  const fields = new Set(questions.map(({ field }) => field));
  const isEveryStep = ids === steps.length && !hasBroken('steps') && !broken.some((part) => hidesKey(part, ['id']));
  return {
    steps: isEveryStep,
    names:
      isEveryStep &&
      fields.size === questions.length &&
      !broken.some((part) => hidesKey(part, ['field']) || hidesDimension(part)) &&
      !['variables', 'experiments', 'hidden_fields'].some(hasBroken),
    outcomes: !hasBroken('outcomes'),
  };
}

/** A step, or those of a block. */
function readEntry(value: StepsValue, path: Path, broken: readonly BrokenPart[]): readonly Omit<FlowStep, 'index'>[] {
  const { block: id, steps } = value;
  if (id === undefined || !Array.isArray(steps)) return readSteps(value, path, broken);
  const block = { id, path };
  return (steps as readonly (StepValue | undefined)[]).flatMap((step = {}, place) =>
    readSteps(step, [...path, 'steps', place], broken).map((each) => ({ ...each, block })),
  );
}

/** A step; a group and then its fields, which are steps as well. */
function readSteps(value: StepValue, path: Path, broken: readonly BrokenPart[]): readonly Omit<FlowStep, 'index'>[] {
  const isSound = (at: Path) => !broken.some((part) => part.path.length >= at.length && isBelow(part.path, at));
  const fields = Array.isArray(value.fields) ? (value.fields as readonly (StepValue | undefined)[]) : [];
  const step = readStep(value, path, isSound(path));
  if (fields.length === 0) return [step];
  const members = fields.map((field = {}, nth) => {
    const at = [...path, 'fields', nth];
    const isLast = nth === fields.length - 1;
    const group = { id: value.id, counts: value.counts ?? true, isLast };
    const leads = isLast && { next: step.next, nextPath: step.nextPath };
    return { ...readStep(field, at, isSound(at)), ...leads, group };
  });
  return [{ ...step, next: undefined }, ...members];
}

/** Whether a path leads to a place or into it. */
function isBelow(path: Path, place: Path): boolean {
  return place.every((part, at) => path[at] === part);
}

function readStep(value: StepValue, path: Path, sound: boolean): Omit<FlowStep, 'index'> {
  const options = (['options', 'rows'] as const).flatMap((key): FlowOption[] => {
    const written = value[key];
    const entries = isRecord(written) ? Object.entries(written) : [];
    return entries.map(([name, option]) => ({ key: name, path: [...path, key, name], value: option ?? {} }));
  });
  const mayAsk = isQuestionType(value.type) || (!sound && !stepTypes.some((type) => type === value.type));
  return {
    path,
    value,
    id: value.id,
    field: mayAsk && value.for_each === undefined ? (value.field ?? value.id) : undefined,
    options,
    next: value.next,
    nextPath: [...path, 'next'],
    sound,
  };
}

/** A key of a step that couldn't be read: what uses its value may be right. */
function hidesKey({ path: written, meant }: BrokenPart, keys: readonly string[]): boolean {
  const path = outOfBlock(written);
  if (path[0] !== 'steps') return false;
  const isInGroup = path[2] === 'fields';
  if (isInGroup && path.length < 5) return true;
  return path.length === (isInGroup ? 5 : 3) && keys.some((key) => key === path.at(-1) || key === meant);
}

/** The path that a place in a step of a block would have if the step stood outside. */
function outOfBlock(path: Path): Path {
  return path[0] === 'steps' && path[2] === 'steps' ? path.slice(2) : path;
}

/** A score that couldn't be read: a name that nothing else has may be its dimension. */
function hidesDimension({ path, meant }: BrokenPart): boolean {
  return path[0] === 'steps' && (path.includes('score') || meant === 'score');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
