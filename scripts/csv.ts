import Papa from 'papaparse';
import { printable } from './print.ts';

/** Excel takes a file for UTF-8 only if it begins with this. */
const mark = '\ufeff';

/** What may stand between the cells of a table; a spreadsheet of a country with decimal commas takes semicolons. */
export const separators = [',', ';'] as const;
export type Separator = (typeof separators)[number];

interface CsvOptions {
  readonly separator?: Separator | undefined;
  /** The cell, so that no spreadsheet takes anything of it for a formula. */
  readonly escape?: (cell: string) => string;
}

type Row = readonly (string | number)[];

/**
 * A table as spreadsheets open it: UTF-8 with its mark, CRLF, every cell in quotes, as `printable`, and no formula; what
 * is a number or a telephone number stays as it is.
 */
export function writeTable(rows: readonly Row[], { separator = ',', escape = escapeCell }: CsvOptions = {}): string {
  const cells = rows.map((row) => row.map((cell) => printable(escape(`${cell}`))));
  return `${mark}${Papa.unparse(cells, { quotes: true, newline: '\r\n', delimiter: separator })}\r\n`;
}

function escapeCell(cell: string): string {
  return /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/.test(cell) ? cell : escapeFormulas(cell);
}

/** A cell that begins so is a formula to some spreadsheet; the rest of it has its sign. */
const atStart = /^(?=[\s'"]*[=+\-@＝＋－＠]|'*[\t\r\n])/;

/** What a spreadsheet may take for the end of a cell or of a row, and a sign that begins a formula after it. */
const [end, sign] = [String.raw`([;,\t\r\n][\s'"]*)`, '([=+\\-@＝＋－＠])'];

/**
 * Puts an apostrophe before what spreadsheets take for a formula, as they do it themselves: where the cell begins, and
 * where another spreadsheet would begin one.
 */
export function escapeFormulas(text: string): string {
  return text.replaceAll(new RegExp(end + sign, 'g'), "$1'$2").replace(atStart, "'");
}

/** Takes away what `escapeFormulas` has put in. */
export function unescapeFormulas(text: string): string {
  const cell = text.startsWith("'") && atStart.test(text.slice(1)) ? text.slice(1) : text;
  return cell.replaceAll(new RegExp(`${end}'${sign}`, 'g'), '$1$2');
}
