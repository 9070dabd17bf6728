import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { escapeFormulas, separators, unescapeFormulas, writeTable } from '../../scripts/csv.ts';

test('every cell stands in quotes, after the mark, with the separator that is asked for', () => {
  const rows = [
    ['name', 'visits'],
    ['a "b"; c', 3],
  ];
  expect(writeTable(rows)).toBe('\uFEFF"name","visits"\r\n"a ""b""; c","3"\r\n');
  expect(writeTable(rows, { separator: ';' })).toBe('\uFEFF"name";"visits"\r\n"a ""b""; c";"3"\r\n');
});

test.each([
  ['=1+1', "'=1+1"],
  [';=HYPERLINK("x");', `;'=HYPERLINK("x");`],
  ['a,+1\t@b', "a,'+1\t'@b"],
  ['a; -1\n＝1', "a; '-1\n'＝1"],
  ['";""=1', `";""'=1`],
])('%j begins no formula, whatever a spreadsheet takes for a separator', (text, escaped) => {
  expect(writeTable([[text]])).toBe(`\uFEFF"${escaped.replaceAll('"', '""')}"\r\n`);
});

test.each(['-14.99', '+34600123456', '-1.5e-7', 'a-b', 'a; b=c', '2026-11-01, 2026-11-02'])(
  '%s stays as it is',
  (text) => {
    expect(writeTable([[text]])).toBe(`\uFEFF"${text}"\r\n`);
  },
);

test('control characters that a visitor typed do not get into the file', () => {
  expect(writeTable([['\u001B[2J\u202E👩‍👧']])).toBe('\uFEFF"\u{FFFD}[2J\u{FFFD}👩‍👧"\r\n');
});

const text = fc.string({ unit: fc.constantFrom(...`=+-@＝'";, \t\n\rab1`), maxLength: 12 });

test('no cell of any table is a formula, with whatever separator it is read; and texts come back', () => {
  fc.assert(
    fc.property(fc.array(fc.array(text, { minLength: 1 }), { minLength: 1 }), (rows) => {
      for (const separator of separators) {
        const written = writeTable(rows, { separator, escape: escapeFormulas }).slice(1);
        for (const delimiter of [',', ';', '\t']) {
          const cells = Papa.parse<string[]>(written, { delimiter, newline: '\r\n' }).data.flat();
          expect(cells.filter((cell) => /^[\s"]*[=+\-@＝]/.test(cell))).toEqual([]);
        }
      }
      expect(rows.flat().map((cell) => unescapeFormulas(escapeFormulas(cell)))).toEqual(rows.flat());
    }),
  );
});
