import type { Locale } from '../../engine/model.ts';
import type { CatalogItem } from './catalog.ts';

/** Text as a search compares it: without accents and case, and with the apostrophe that keyboards have. */
export function searchable(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll('’', "'");
}

/** What a session is found by, in each locale. */
export function searchTexts(words: CatalogItem['words']): Record<Locale, string> {
  return Object.fromEntries(
    Object.entries(words).map(([locale, { title, summary }]) => [locale, searchable(`${title}\n${summary}`)]),
  );
}

/** Patterns of `LIKE` that all have to match: one for each word that is searched for, whatever stands in it. */
export function searchPatterns(search: string): string[] {
  const words = new Set(searchable(search).split(/\s+/).filter(Boolean));
  return [...words].map((word) => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);
}
