import { keyOfText } from './text-keys.ts';
import { listSlots, textAt, type TextSlot } from './text-slots.ts';
import { type FunnelDocument, locate } from '../document.ts';
import type { FunnelFiles } from '../files.ts';
import type { Flow } from '../flow.ts';
import { parseMarkup } from '../words/markup.ts';
import { formsOf } from '../formats.ts';
import { parseText } from '../words/words.ts';
import type { Words } from '../words/words.ts';
import type { Locale } from '../../model.ts';
import type { Path } from '../../problem.ts';

/** A text, and where it stands or should be added. Line and column count from 1. */
export interface PlacedText {
  readonly key: string;
  /** Nothing if the file isn't there. */
  readonly place: { readonly line: number; readonly column: number } | undefined;
}

/** How far the words of one language are. */
export interface LocaleCoverage {
  readonly locale: Locale;
  /** The name of the file; nothing if it isn't there. */
  readonly file: string | undefined;
  readonly needed: number;
  readonly missing: readonly PlacedText[];
  /** Texts that no visitor sees. */
  readonly unused: readonly PlacedText[];
}

/**
 * Compares each language that a flow declares with what it must have: what the flow asks for, and what the first language
 * says besides. Languages whose file isn't YAML are left out.
 */
export function coverageOf({ flow, words, wordsDocuments }: FunnelFiles): readonly LocaleCoverage[] {
  if (!flow) return [];
  const slots = listSlots(flow, words);
  const reference = referenceOf(flow, words);
  const needed = slots.filter(({ required, path }) => required || (reference && textAt(reference, path) !== undefined));
  const locales = (flow.value.locales ?? []).flatMap((locale) => (locale === undefined ? [] : [locale]));
  return locales.flatMap((locale) => {
    const given = words.find((candidate) => candidate.locale === locale);
    if (!given && wordsDocuments.has(locale)) return [];
    return [
      {
        locale,
        file: given?.document.file,
        needed: needed.length,
        missing: needed.filter(({ path }) => !given || textAt(given, path) === undefined).map(missingIn(given)),
        unused: given ? unusedIn(flow, given, slots) : [],
      },
    ];
  });
}

/** The words that the others are compared with: those of the first declared language that there are. */
export function referenceOf(flow: Flow, words: readonly Words[]): Words | undefined {
  const order = flow.value.locales ?? [];
  return [...words].sort((a, b) => order.indexOf(a.locale) - order.indexOf(b.locale))[0];
}

function missingIn(words: Words | undefined): (slot: TextSlot) => PlacedText {
  return ({ key, path }) => ({ key, place: words && placeOf(words.document, path) });
}

function unusedIn(flow: Flow, words: Words, slots: readonly TextSlot[]): readonly PlacedText[] {
  if (!flow.complete.steps || !flow.complete.outcomes || flow.steps.some(({ sound }) => !sound)) return [];
  const used = new Set(slots.map(({ key }) => key));
  return words.texts
    .filter(({ path }) => !used.has(keyOfText(path)))
    .map(({ path }) => ({ key: keyOfText(path), place: placeOf(words.document, path) }));
}

/** Where the last key of a path is; of what isn't there, the last key that is. */
function placeOf(document: FunnelDocument, path: Path): PlacedText['place'] {
  let length = path.length;
  while (length > 0 && !locate(document, path.slice(0, length)).found) length -= 1;
  const { start } = length === 0 ? { start: 0 } : locate(document, path.slice(0, length), 'key').range;
  const { line, col } = document.lines.linePos(start);
  return { line, column: col };
}

/** All texts of a funnel in all its languages, for translators. */
export interface TextTable {
  readonly locales: readonly Locale[];
  readonly rows: readonly TextRow[];
}

export interface TextRow {
  readonly key: string;
  /** What shows the text. */
  readonly where: string;
  /** In the order of the locales; empty where there is no text. */
  readonly texts: readonly string[];
  /** What a translator must know. */
  readonly note: string;
}

/** The texts that are there or must be there, in the order of the flow. Texts that no visitor sees are left out. */
export function tableOf(flow: Flow, words: readonly Words[]): TextTable {
  const locales = (flow.value.locales ?? []).flatMap((locale) => (locale === undefined ? [] : [locale]));
  const byLocale = locales.map((locale) => words.find((candidate) => candidate.locale === locale));
  const reference = referenceOf(flow, words);
  const rows = listSlots(flow, words).map(({ key, path, where }) => ({
    key,
    where,
    texts: byLocale.map((given) => (given && textAt(given, path)) ?? ''),
    note: noteFor((reference && textAt(reference, path)) ?? ''),
  }));
  return { locales, rows };
}

function noteFor(text: string): string {
  const { recalls } = parseText(text);
  const marks =
    parseMarkup(text).marks.length > 0 ? 'Keep *, ** and [words](address); the address may be another. ' : '';
  if (recalls.length === 0) return marks.trim();
  const names = [
    ...new Set(
      recalls.map((each) => {
        const forms = formsOf(each) ? ', plural, …' : '';
        return `{{${each.recall}${forms}${each.fallback === undefined ? '' : '|…'}}}`;
      }),
    ),
  ];
  const keep = `${marks}Keep ${names.join(' and ')}: the visitor's own answer stands there.`;
  const hasFallback = recalls.some(({ fallback }) => fallback !== undefined);
  const hasForms = recalls.some((each) => formsOf(each));
  return [
    keep,
    ...(hasForms ? ['Write a text for each plural form of the language: # is the number.'] : []),
    ...(hasFallback ? ['Translate what is after the |.'] : []),
  ].join(' ');
}
