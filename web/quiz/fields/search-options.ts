import type { ScreenOption } from '../../../engine/model.ts';

/**
 * The options that a search finds, whatever its case and accents: each of its words begins a word of the label or the
 * note, or stands anywhere in them. Those whose label begins with the search come first, then those with a word that
 * does; otherwise the author's order stays.
 */
export function searchOptions(options: readonly ScreenOption[], query: string): readonly ScreenOption[] {
  const sought = fold(query);
  if (!sought) return options;
  const ranked = options.map((option) => [rank(option, sought), option] as const);
  return [0, 1, 2].flatMap((wanted) => ranked.flatMap(([at, option]) => (at === wanted ? [option] : [])));
}

function rank({ label, note = '' }: ScreenOption, sought: string): number {
  const text = ` ${fold(`${label} ${note}`)}`;
  if (text.startsWith(` ${sought}`)) return 0;
  const words = sought.split(' ');
  if (words.every((word) => text.includes(` ${word}`))) return 1;
  return words.every((word) => text.includes(word)) ? 2 : 3;
}

/** Small letters without accents, and one space where there is anything else. */
function fold(text: string): string {
  const bare = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return bare.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}
