import Papa from 'papaparse';
import type { ImportedRow } from '../../engine/author/coverage/plan-import.ts';
import type { TextTable } from '../../engine/author/coverage/coverage.ts';
import { escapeFormulas, type Separator, unescapeFormulas, writeTable } from '../csv.ts';
import { CommandError } from './write-files.ts';

/** The table as a file for translators. Every cell is a text: also one such as `+5`, which would come back as `5`. */
export function writeCsv({ locales, rows }: TextTable, separator?: Separator): string {
  const titles = ['key', 'where', ...locales, 'note'];
  const lines = rows.map(({ key, where, texts, note }) => [key, where, ...texts, note]);
  return writeTable([titles, ...lines], { separator, escape: escapeFormulas });
}

/** The rows of a table as spreadsheets write it: with commas, semicolons or tabs, with or without its mark. */
export function readCsv(bytes: Uint8Array, file: string, locales: readonly string[]): ImportedRow[] {
  const text = decode(bytes, file).replaceAll(/\r\n?/g, '\n');
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: delimiterOf(text, file), newline: '\n' });
  const [error] = errors;
  if (error) throw new CommandError(`${file}: row ${(error.row ?? 0) + 1}: the quotes of a cell don't match.`);
  const [titles = [], ...lines] = data;
  const columns = readTitles(titles, file, locales);
  return lines.flatMap((cells, index) => {
    const row = index + 2;
    if (cells.every((cell) => cell.trim() === '')) return [];
    if (cells.slice(titles.length).some((cell) => cell.trim() !== '')) {
      throw new CommandError(`${file}: row ${row} has more cells than there are columns. Is a text without quotes?`);
    }
    const textAt = (column: number): string => unescapeFormulas(cells[column] ?? '');
    const texts = new Map(columns.locales.map(({ locale, column }) => [locale, textAt(column)]));
    return [{ row, key: (cells[columns.key] ?? '').trim(), texts }];
  });
}

/** The name of a column as a spreadsheet shows it: A, B, … AA. */
function columnLetter(index: number): string {
  const rest = index % 26;
  const letter = String.fromCharCode(65 + rest);
  return index < 26 ? letter : columnLetter((index - rest) / 26 - 1) + letter;
}

/** Excel writes UTF-16 as “Unicode text”. Other encodings have lost letters already. */
function decode(bytes: Uint8Array, file: string): string {
  try {
    const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
    return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new CommandError(`${file} is not in UTF-8. In Excel, save it as “CSV UTF-8 (Comma delimited)”.`);
  }
}

function delimiterOf(text: string, file: string): string {
  for (const delimiter of [',', ';', '\t']) {
    const [titles = []] = Papa.parse<string[]>(text, { delimiter, newline: '\n', preview: 1 }).data;
    if (titles.length > 1 && titles.some((title) => nameOf(title, []) === 'key')) return delimiter;
  }
  throw new CommandError(`${file}: row 1 has no column "key". Is it a table that words --export has written?`);
}

const ownColumns = ['key', 'where', 'note'];

interface Columns {
  readonly key: number;
  readonly locales: readonly { readonly locale: string; readonly column: number }[];
}

/** What a column is, whatever capitals a spreadsheet has put in. */
function nameOf(title: string, locales: readonly string[]): string {
  const plain = title.trim().toLowerCase();
  return [...ownColumns, ...locales].find((name) => name.toLowerCase() === plain) ?? title.trim();
}

function readTitles(titles: readonly string[], file: string, locales: readonly string[]): Columns {
  const names = titles.map((title) => nameOf(title, locales));
  for (const [index, name] of names.entries()) {
    const place = `${file}: row 1, column ${columnLetter(index)}:`;
    if (names.indexOf(name) !== index && name !== '') throw new CommandError(`${place} "${name}" is there twice.`);
    if (['', ...ownColumns, ...locales].includes(name)) continue;
    const known = `It has ${locales.join(', ')}.`;
    throw new CommandError(`${place} the funnel has no language "${name}". ${known} Take the column out.`);
  }
  const columns = names.flatMap((name, column) => (locales.includes(name) ? [{ locale: name, column }] : []));
  if (columns.length === 0)
    throw new CommandError(`${file}: row 1 has no column with a language: ${locales.join(', ')}.`);
  return { key: names.indexOf('key'), locales: columns };
}
