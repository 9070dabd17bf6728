import { isScalar } from 'yaml';
import { referenceOf } from './coverage.ts';
import type { Refusal, WantedText } from './plan-import.ts';
import { keyOfText, listKindOf, orderOf } from './text-keys.ts';
import { textAt } from './text-slots.ts';
import { locate, type Place } from '../document.ts';
import type { TextValue } from '../edit/entry.ts';
import { setTexts, type TextChange } from '../edit/set-texts.ts';
import { editFile, lineEndOf } from '../edit/text-edit.ts';
import { type FunnelFiles, readFiles } from '../files.ts';
import type { Flow } from '../flow.ts';
import { normalizeText, type SourceFile } from '../source-file.ts';
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
    const path = unitOf(text.path);
    const unit = units.get(path.join('.')) ?? { path, texts: [] };
    units.set(path.join('.'), unit);
    unit.texts.push(text);
  }
  const changes: TextChange[] = [];
  const refusals: Refusal[] = [];
  for (const { path, texts: wanted } of units.values()) {
    const value = valueOf(words, path, wanted);
    if (value !== undefined) changes.push({ path, value });
    else for (const { row, locale } of wanted) refusals.push({ row, column: locale, message: gapMessage(path) });
  }
  return { changes, refusals };
}

/** The path of the key that holds a text. */
function unitOf(path: Path): Path {
  if (path[2] === 'options') return path.slice(0, 4);
  return listKindOf(path) === undefined ? path : path.slice(0, 3);
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
  if (path[2] === 'options') {
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

function lengthOf(words: Words, [section, id, key]: Path): number {
  const owners = words.value[section as 'steps' | 'outcomes'];
  const value: unknown = (owners?.[String(id)] as Readonly<Record<string, unknown>> | undefined)?.[String(key)];
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
