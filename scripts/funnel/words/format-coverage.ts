import type { LocaleCoverage, PlacedText } from '../../../engine/author/coverage/coverage.ts';
import { formatTable } from '../../table.ts';

/** For a terminal: a table of the languages, then each text that is missing or no longer used, with its place. */
export function formatCoverage(coverage: readonly LocaleCoverage[]): string {
  const rows = coverage.map(({ locale, needed, missing, unused }) => [
    locale,
    String(needed),
    String(needed - missing.length),
    String(missing.length),
    String(unused.length),
  ]);
  const titles = ['needed', 'there', 'missing', 'no longer used'];
  const columns = [{ title: 'language', align: 'left' as const }];
  const table = formatTable([...columns, ...titles.map((title) => ({ title, align: 'right' as const }))], rows);
  const lists = coverage.flatMap((locale) => [
    ...listTexts(`Missing in ${locale.locale}:`, locale, locale.missing),
    ...listTexts(`No longer used in ${locale.locale}:`, locale, locale.unused),
  ]);
  return `${[table, ...lists].join('\n\n')}\n`;
}

function listTexts(title: string, { file, locale }: LocaleCoverage, texts: readonly PlacedText[]): string[] {
  if (texts.length === 0) return [];
  if (file === undefined) return [`Missing in ${locale}: all ${texts.length} texts. There is no file of words.`];
  const lines = texts.map(({ key, place }) => `  ${file}:${place?.line}:${place?.column}  ${key}`);
  return [[title, ...lines].join('\n')];
}
