import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { writeCsv } from '../../../../scripts/funnel/words-csv.ts';
import { soundFiles } from '../harness.ts';
import { exported, importCsv, withTexts } from './funnels.ts';

const table = exported(soundFiles);
const changed = withTexts(table, 'es', { 'steps.trouble.title': 'a; b, "c"\ty\nñ' });
const csv = writeCsv(changed);

/** The table as another program writes it. */
function rewritten(delimiter: string, newline: string): string {
  const rows = Papa.parse<string[]>(csv.slice(1)).data;
  return Papa.unparse(rows, { delimiter, newline });
}

test('the table begins with the mark of UTF-8 and has one row for each text, in the order of the flow', () => {
  const lines = writeCsv(table).split('\r\n');
  expect(lines.slice(0, 4)).toEqual([
    '\ufeff"key","where","en","es","note"',
    '"funnel.name","funnel","Sleep","Dormir",""',
    '"funnel.description","funnel","What keeps you awake?","¿Qué te quita el sueño?",""',
    '"dimensions.calm","dimension","Calm","Calma",""',
  ]);
  expect(lines).toContain('"steps.trouble.options.shift_work.label","single_choice","Shifts","Turnos",""');
  expect(lines).toContain(
    '"outcomes.urgent.summary","outcome","You sleep {{hours}}, {{firstName|friend}}.","Duermes {{hours}}, {{firstName|amigo}}.",' +
      `"Keep {{hours}} and {{firstName|…}}: the visitor's own answer stands there. Translate what is after the |."`,
  );
  expect(lines).toHaveLength(table.rows.length + 2);
});

test.each([
  ['semicolons, as Excel in Spain writes it', () => rewritten(';', '\r\n')],
  ['tabs', () => rewritten('\t', '\n')],
  ['commas and without a mark', () => rewritten(',', '\n')],
  [
    'its columns in another order',
    () =>
      `es,key\n"${changed.rows.map(({ key, texts }) => `${texts[1]!.replaceAll('"', '""')}","${key}`).join('"\n"')}"\n`,
  ],
])('a table with %s is read', (_name, write) => {
  const { files, refusals } = importCsv(soundFiles, write());
  expect(refusals).toEqual([]);
  expect(exported(files)).toEqual(changed);
});

test('a table that Excel has saved as Unicode text is read', () => {
  const text = `\ufeff${rewritten('\t', '\r\n')}`;
  const bytes = new Uint8Array(Buffer.from(text, 'utf16le'));
  expect(exported(importCsv(soundFiles, bytes).files)).toEqual(changed);
});

test.each(['=1+1', '+1', '-1', '@you', "'=quoted", "''-twice", '＝wide', "'plain", '\t=1'])(
  '%j is no formula to a spreadsheet, and comes back as it was',
  (text) => {
    const risky = withTexts(table, 'es', { 'steps.trouble.title': text });
    const written = writeCsv(risky);
    const cells = Papa.parse<string[]>(written.slice(1)).data.flat();
    expect(cells.filter((cell) => /^[=+\-@\t＝]/.test(cell))).toEqual([]);
    expect(exported(importCsv(soundFiles, written).files)).toEqual(risky);
  },
);
