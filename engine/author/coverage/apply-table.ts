import { isScalar } from 'yaml';
import { referenceOf } from './coverage.ts';
import type { Refusal, WantedText } from './plan-import.ts';
import { keyOfText, listKindOf, orderOf } from './text-keys.ts';
import { textAt, variantTextsAt } from './text-slots.ts';
import { locate, type Place } from '../document.ts';
import type { TextValue } from '../edit/entry.ts';
import { setTexts, type TextChange } from '../edit/set-texts.ts';
import { editFile, lineEndOf } from '../edit/text-edit.ts';
import { type FunnelFiles, readFiles } from '../files.ts';
import type { Flow } from '../flow.ts';
import { normalizeText, type SourceFile } from '../source-file.ts';
import { experimentOfKey } from '../variant-texts.ts';
import { optionTexts, type Words } from '../words/words.ts';
import type { Locale } from '../../model.ts';
import type { Path } from '../../problem.ts';

type ReadFunnel = FunnelFiles & { readonly flow: Flow };

interface AppliedTable {
  /** The words files that are other than before, whole. */
  readonly files: readonly SourceFile[];
  readonly refusals: readonly Refusal[];
}

/** Writes texts into the words files of a funnel. What the table doesn't change keeps its bytes. */
export function applyTexts(
  funnel: ReadFunnel,
  sources: readonly SourceFile[],
  wanted: readonly WantedText[],
): AppliedTable {
  const files: SourceFile[] = [];
  const refusals: Refusal[] = [];
  for (const locale of new Set(wanted.map((text) => text.locale))) {
    const texts = wanted.filter((text) => text.locale === locale);
    const applied = applyToLocale(funnel, sources, locale, texts);
    refusals.push(...applied.refusals);
    if (applied.file) files.push(applied.file);
  }
  return { files, refusals };
}

function applyToLocale(
  { flow, words, wordsDocuments }: ReadFunnel,
  sources: readonly SourceFile[],
  locale: Locale,
  wanted: readonly WantedText[],
): { readonly file?: SourceFile; readonly refusals: readonly Refusal[] } {
  const flowSource = sourceOf(sources, flow.document.file);
  const model = referenceOf(flow, words);
  const present = wordsDocuments.get(locale);
  const source = present ? sourceOf(sources, present.file) : newFile(flowSource, locale, model);
  const given = readLocale(flowSource, source, locale);
  if (!given) {
    const message = `${source.name} can't be read. Correct it first.`;
    return { refusals: wanted.slice(0, 1).map(({ row }) => ({ row, column: locale, message })) };
  }
  const { changes, refusals } = changesOf(given, wanted);
  const refused = [...refusals, ...refuseShared(given, wanted)];
  if (refused.length > 0) return { refusals: refused };
  const file = editFile(source, setTexts(given.document, changes, orderOf(flow, model)));
  const after = readLocale(flowSource, file, locale);
  const wrong = wanted.find(({ path, text }) => !after || textAt(after, path)?.replaceAll(/\r\n?/g, '\n') !== text);
  if (wrong) throw new Error(`${file.name} would not say ${JSON.stringify(wrong.text)} at ${wrong.key}.`);
  return { file, refusals: [] };
}

function sourceOf(sources: readonly SourceFile[], name: string): SourceFile {
  const source = sources.find((candidate) => candidate.name === name);
  if (!source) throw new Error(`There is no ${name}.`);
  return source;
}

function readLocale(flow: SourceFile, source: SourceFile, locale: Locale): Words | undefined {
  const [funnel] = readFiles([flow, source].map(normalizeText)).funnels;
  return funnel?.words.find((words) => words.locale === locale);
}

/** A words file without texts, with the first line of another one if that tells editors the schema. */
function newFile(flow: SourceFile, locale: Locale, model: Words | undefined): SourceFile {
  const lineEnd = lineEndOf(flow.text);
  const [modeline = ''] = /^# yaml-language-server:.*/.exec(model?.document.text ?? '') ?? [];
  const text = modeline === '' ? '' : `${modeline.trimEnd()}${lineEnd}`;
  return { name: flow.name.replace(/\.yaml$/, `.${locale}.yaml`), text };
}

/** Puts together what one key of the file holds: the parts of an option, the texts of a list. */
function changesOf(
  words: Words,
  texts: readonly WantedText[],
): { readonly changes: readonly TextChange[]; readonly refusals: readonly Refusal[] } {
  const units = new Map<string, { readonly path: Path; readonly texts: WantedText[] }>();
  for (const text of texts) {
    const path = unitOf(words, text.path);
    const unit = units.get(path.join('.')) ?? { path, texts: [] };
    units.set(path.join('.'), unit);
    unit.texts.push(text);
  }
  const changes: TextChange[] = [];
  const refusals: Refusal[] = [];
  for (const { path, texts: wanted } of units.values()) {
    const conflict = conflictAt(words, path);
    const value = conflict === undefined ? valueOf(words, path, wanted) : undefined;
    if (value !== undefined) changes.push({ path: writtenPath(words, path), value });
    else
      for (const { row, locale } of wanted)
        refusals.push({ row, column: locale, message: conflict ?? gapMessage(path) });
  }
  return { changes, refusals };
}

/** The path of the key that holds a text; of an option of which some text depends on the variant, that of the text. */
function unitOf({ variantTexts }: Words, path: Path): Path {
  const at = experimentIn(path);
  if (at !== -1) return path.slice(0, at + 2);
  const option = path.slice(0, 4);
  if (path[2] === 'options') return variantTexts.some((each) => isWithin(option, each.path)) ? path : option;
  return listKindOf(path) === undefined ? path : path.slice(0, 3);
}

/** Where a path names an experiment; -1 where it doesn't. */
function experimentIn(path: Path): number {
  return path.findIndex((segment) => experimentOfKey(segment) !== undefined);
}

function isWithin(outer: Path, path: Path): boolean {
  return outer.every((segment, index) => segment === path[index]);
}

/** Why a text can't stand at a path: in the file it depends on the variant, and in the table it doesn't, or the reverse. */
function conflictAt(words: Words, path: Path): string | undefined {
  const at = experimentIn(path);
  if (at === -1) {
    const isByVariant = words.variantTexts.some((each) => isWithin(each.path, path));
    return isByVariant ? 'The YAML file has a text for each variant here.' : undefined;
  }
  const place = path.slice(0, at);
  if (variantTextsAt(words, place)?.experiment === experimentOfKey(path[at]) || !placeOf(words, place).found)
    return undefined;
  return `The YAML file has one text for all variants here. Write ${String(path[at])}: there first.`;
}

/** Where the file has what is at a path: an option may be no more than its label. */
function writtenPath(words: Words, path: Path): Path {
  const at = experimentIn(path);
  const written = at === -1 ? undefined : variantTextsAt(words, path.slice(0, at))?.path;
  return written ? [...written, ...path.slice(at)] : path;
}

function gapMessage(path: Path): string {
  return path[2] === 'options'
    ? 'The option has no label yet: fill that in too.'
    : 'The texts above this one are empty: fill them in too.';
}

/** Nothing where a part is missing. */
function valueOf(words: Words, path: Path, wanted: readonly WantedText[]): TextValue | undefined {
  const textOf = (part: Path): string | undefined =>
    wanted.find((text) => text.path.join('.') === part.join('.'))?.text ?? textAt(words, part);
  if (path[2] === 'options' && path.length === 4) {
    const parts = optionTexts.flatMap((part) => {
      const text = textOf([...path, part]);
      return text === undefined ? [] : [[part, text] as const];
    });
    return parts[0]?.[0] === 'label' ? { kind: 'option', parts } : undefined;
  }
  const kind = listKindOf(path);
  if (kind === undefined) {
    const text = textOf(path);
    return text === undefined ? undefined : { kind: 'text', text };
  }
  const items: string[] = [];
  const count = Math.max(lengthOf(words, path), ...wanted.map((text) => Number(text.path.at(-1)) + 1));
  for (let index = 0; index < count; index += 1) {
    const text = textOf([...path, index]);
    if (text === undefined) return undefined;
    items.push(text);
  }
  return { kind, items };
}

function lengthOf(words: Words, path: Path): number {
  const [section, id, key, , variant] = path;
  const owners = words.value[section as 'steps' | 'outcomes'];
  const all: unknown = (owners?.[String(id)] as Readonly<Record<string, unknown>> | undefined)?.[String(key)];
  const value = variant === undefined ? all : variantTextsAt(words, path.slice(0, 3))?.texts[variant];
  return Array.isArray(value) ? value.length : typeof value === 'string' ? 1 : 0;
}

/** Refuses texts that an anchor gives to several places, where these places are to say different things. */
function refuseShared(words: Words, wanted: readonly WantedText[]): Refusal[] {
  const textOf = new Map(wanted.map(({ key, text }) => [key, text]));
  return wanted.flatMap(({ row, locale, key, path, text }) => {
    const place = placeOf(words, path);
    if (place.uses.length === 0 && !place.anchored) return [];
    const others = words.texts.filter(
      (use) => keyOfText(use.path) !== key && locate(words.document, use.path).node === place.node,
    );
    const other = others.find((use) => (textOf.get(keyOfText(use.path)) ?? use.parsed.source) !== text);
    if (place.found && !other) return [];
    const partner = other ? ` with ${keyOfText(other.path)}` : '';
    const message = `An anchor of the YAML file shares this text${partner}. Change it there.`;
    return [{ row, column: locale, message }];
  });
}

/** Where a text is; also that of an option without a second line, and of a paragraph that is no list. */
function placeOf(words: Words, path: Path): Place {
  const place = locate(words.document, path);
  const isOnly = isScalar(place.node) && (path.at(-1) === 'label' || path.at(-1) === 0);
  return { ...place, found: place.found || isOnly };
}
