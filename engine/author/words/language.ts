import type { Locale } from '../../model.ts';
import type { Words } from './words.ts';

/** Fewer of another language's words than this prove nothing. */
const minWords = 3;

/**
 * The first two locales whose words are each in the language of the other: their files were swapped. A language is known
 * by its words for "and" and "or", as Intl has them, which no text of some length does without.
 */
export function findSwapped(words: readonly Words[]): readonly [Words, Words] | undefined {
  for (const [index, one] of words.entries())
    for (const other of words.slice(index + 1))
      if (isIn(one, other.locale) && isIn(other, one.locale)) return [one, other];
  return undefined;
}

/** Whether words are in this language rather than in that of their locale. */
function isIn({ texts, locale: own }: Words, locale: Locale): boolean {
  const [ownWords, others] = [joiningWords(own), joiningWords(locale)];
  let [count, ownCount] = [0, 0];
  for (const { parsed } of texts) {
    for (const [word] of parsed.source.toLowerCase().matchAll(/\p{L}+/gu)) {
      if (others.has(word) && !ownWords.has(word)) count += 1;
      if (ownWords.has(word) && !others.has(word)) ownCount += 1;
    }
  }
  return count >= minWords && count > 3 * ownCount;
}

function joiningWords(locale: Locale): ReadonlySet<string> {
  const found = (['conjunction', 'disjunction'] as const).flatMap((type) =>
    new Intl.ListFormat(locale, { type }).formatToParts(['1', '2']).filter((part) => part.type === 'literal'),
  );
  return new Set(found.map(({ value }) => value.trim().toLowerCase()));
}
