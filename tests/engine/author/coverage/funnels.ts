import { applyTexts } from '../../../../engine/author/coverage/apply-table.ts';
import { compareTable, type Refusal } from '../../../../engine/author/coverage/plan-import.ts';
import { tableOf, type TextTable } from '../../../../engine/author/coverage/coverage.ts';
import { readFiles, type FunnelFiles } from '../../../../engine/author/files.ts';
import type { Flow } from '../../../../engine/author/flow.ts';
import { normalizeText, type SourceFile } from '../../../../engine/author/source-file.ts';
import { readCsv, writeCsv } from '../../../../scripts/funnel/words-csv.ts';
import { withFiles } from '../../../../scripts/funnel/load-one.ts';

/** A funnel as it is read, whatever is wrong with it. */
export function readFunnel(files: readonly SourceFile[]): FunnelFiles & { readonly flow: Flow } {
  const [funnel] = readFiles(files.map(normalizeText)).funnels;
  if (!funnel?.flow) throw new Error('This funnel has no flow.');
  return { ...funnel, flow: funnel.flow };
}

/** The table of a funnel's texts, as it is exported. */
export function exported(files: readonly SourceFile[]): TextTable {
  const { flow, words } = readFunnel(files);
  return tableOf(flow, words);
}

export interface Imported {
  readonly files: readonly SourceFile[];
  readonly refusals: readonly Refusal[];
}

/** Takes a file of texts over, as `words --import` does. */
export function importCsv(files: readonly SourceFile[], csv: string | Uint8Array): Imported {
  const funnel = readFunnel(files);
  const locales = (funnel.flow.value.locales ?? []).map(String);
  const bytes = typeof csv === 'string' ? new TextEncoder().encode(csv) : csv;
  const { wanted, refusals } = compareTable(funnel, { rows: readCsv(bytes, 'texts.csv', locales) });
  const applied = applyTexts(funnel, files, wanted);
  return { files: withFiles(files, applied.files), refusals: [...refusals, ...applied.refusals] };
}

/** Takes a table over, through the file that it makes. */
export function importTable(files: readonly SourceFile[], table: TextTable): Imported {
  return importCsv(files, writeCsv(table));
}

/** A table with other texts in some cells, by key. */
export function withTexts(table: TextTable, locale: string, texts: Readonly<Record<string, string>>): TextTable {
  const column = table.locales.indexOf(locale);
  const rows = table.rows.map((row) => {
    const text = texts[row.key];
    return text === undefined ? row : { ...row, texts: row.texts.with(column, text) };
  });
  return { ...table, rows };
}
