import { distance } from 'fastest-levenshtein';
import { searchable } from './catalog.ts';
import type { Database } from '../platform/db/database.ts';
import type { Language } from '../../schemas/api/values.ts';

/**
 * The search with the words of the catalogue that look most like those it has, for words that no title, summary or
 * speaker in this language has; null where nothing is better.
 */
export async function correctSearch(
  database: Database,
  search: string | undefined,
  locale: Language,
): Promise<string | null> {
  const written = (search ?? '').split(/\s+/).filter(Boolean);
  if (written.length === 0) return null;
  const rows = await database.query<{ text: string | null }>({
    name: 'search-words',
    text: wordsText,
    values: [locale],
  });
  const known = countWords(rows.map(({ text }) => text ?? ''));
  const corrected = written.map((word) => nearest(searchable(word), known) ?? word);
  return corrected.every((word, index) => word === written[index]) ? null : corrected.join(' ');
}

const wordsText = `
  SELECT concat_ws(' ', words -> $1::text ->> 'title', words -> $1::text ->> 'summary', speaker ->> $1::text) AS text
  FROM content WHERE retired_at IS NULL`;

interface KnownWord {
  /** As it is written, in lower case. */
  readonly written: string;
  /** In how many places. */
  count: number;
}

/** By the way in which searches compare them. */
function countWords(texts: readonly string[]): ReadonlyMap<string, KnownWord> {
  const known = new Map<string, KnownWord>();
  for (const word of texts.flatMap((text) => text.toLowerCase().match(/[\p{L}\p{M}\p{N}'’]+/gu) ?? [])) {
    const key = searchable(word);
    const found = known.get(key) ?? { written: word, count: 0 };
    found.count += 1;
    known.set(key, found);
  }
  return known;
}

/** Short words that differ by a letter are other words. */
const minLength = 4;

/**
 * The word that looks most like this one, or whose beginning does; null where the word is known, or none does. With two
 * mistakes it has to begin alike, or else it is most likely another word.
 */
function nearest(word: string, known: ReadonlyMap<string, KnownWord>): string | null {
  if (word.length < minLength || [...known.keys()].some((each) => each.includes(word))) return null;
  let best: (KnownWord & { readonly mistakes: number }) | null = null;
  for (const [key, about] of known) {
    if (key.length < minLength) continue;
    const maxMistakes = word.length < 6 || word[0] !== key[0] ? 1 : 2;
    const mistakes = countMistakes(word, key);
    const isBetter = !best || mistakes < best.mistakes || (mistakes === best.mistakes && about.count > best.count);
    if (mistakes <= maxMistakes && isBetter) best = { ...about, mistakes };
  }
  return best?.written ?? null;
}

/** How many letters are wrong; two that stand in each other's place are one mistake. What isn't typed yet is none. */
function countMistakes(word: string, key: string): number {
  const beginnings = [key, key.slice(0, word.length - 1), key.slice(0, word.length), key.slice(0, word.length + 1)];
  const mistakes = Math.min(...beginnings.map((each) => distance(word, each)));
  return mistakes === 2 && beginnings.some((each) => isSwapped(word, each)) ? 1 : mistakes;
}

function isSwapped(word: string, other: string): boolean {
  if (word.length !== other.length) return false;
  const at = [...word].findIndex((letter, index) => letter !== other[index]);
  const swapped = word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2);
  return swapped === other;
}
