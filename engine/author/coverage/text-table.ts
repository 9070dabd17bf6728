import type { Locale } from '../../model.ts';
import type { Flow } from '../flow.ts';
import type { Words } from '../words/words.ts';
import { parseText } from '../words/words.ts';
import { referenceOf } from './coverage.ts';
import { listSlots, textAt } from './text-slots.ts';

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

/** The texts that are there or must be there, in the order of the flow. Texts that nobody sees are left out. */
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
  if (recalls.length === 0) return '';
  const names = [
    ...new Set(recalls.map(({ recall, fallback }) => `{{${recall}${fallback === undefined ? '' : '|…'}}}`)),
  ];
  const keep = `Keep ${names.join(' and ')}: the visitor's own answer stands there.`;
  const hasFallback = recalls.some(({ fallback }) => fallback !== undefined);
  return hasFallback ? `${keep} Translate what is after the |.` : keep;
}
