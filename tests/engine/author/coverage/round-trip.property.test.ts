import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseText } from '../../../../engine/author/words/words.ts';
import type { TextTable } from '../../../../engine/author/coverage/coverage.ts';
import { type SourceFile, funnelIdOf } from '../../../../engine/author/source-file.ts';
import { readFunnelFiles } from '../../../../scripts/build/load-site.ts';
import { randomText } from '../edit/random-text.ts';
import { soundFiles } from '../harness.ts';
import { exported, importTable, withTexts } from './funnels.ts';

const all = [...readFunnelFiles('funnels'), ...soundFiles];
/** Those in both languages of the site. */
const ids = [...new Set(all.map(({ name }) => funnelIdOf(name) ?? ''))].filter((id) =>
  ['en', 'es'].every((locale) => all.some(({ name }) => name.endsWith(`${id}.${locale}.yaml`))),
);
const funnels = new Map(ids.map((id) => [id, all.filter(({ name }) => funnelIdOf(name) === id)]));
const lineEnds: readonly ((file: SourceFile) => SourceFile)[] = [
  (file) => file,
  ({ name, text }) => ({ name, text: text.replaceAll('\n', '\r\n') }),
  ({ name, text }) => ({ name, text: `\ufeff${text.trimEnd()}` }),
];
/** Most often the small one: it has every kind of text. */
const anyFunnel = fc
  .record({
    id: fc.oneof({ arbitrary: fc.constant('sleep'), weight: 9 }, { arbitrary: fc.constantFrom(...ids), weight: 1 }),
    as: fc.constantFrom(...lineEnds),
  })
  .map(({ id, as }) => (funnels.get(id) ?? []).map(as));

/** A text that recalls the same answers as the one that it stands for. */
function withRecalls(text: string, row: TextTable['rows'][number]): string {
  const recalls = new Set(row.texts.flatMap((old) => parseText(old).recalls.map(({ recall }) => recall)));
  return [text, ...[...recalls].map((name) => `{{${name}|x}}`)].join(' ');
}

/** Whether a text can be there without another one before it. */
function isFirst(key: string): boolean {
  return !/\.[2-9]$|\.(note|recall|alt)$/.test(key);
}

test.each(ids)('the texts of %s come back from their table without a changed byte', (id) => {
  for (const as of id === 'sleep' ? lineEnds : lineEnds.slice(0, 1)) {
    const files = (funnels.get(id) ?? []).map(as);
    const { files: after, refusals } = importTable(files, exported(files));
    expect(refusals).toEqual([]);
    expect(after).toEqual(files);
  }
});

test('one changed cell changes that text, and no byte elsewhere', () => {
  const place = fc.record({ files: anyFunnel, at: fc.nat(), locale: fc.constantFrom('en', 'es'), text: randomText });
  fc.assert(
    fc.property(place, ({ files, at, locale, text }) => {
      const table = exported(files);
      const row = table.rows[at % table.rows.length]!;
      const wanted = withTexts(table, locale, { [row.key]: withRecalls(text, row) });
      const { files: after, refusals } = importTable(files, wanted);
      expect(refusals).toEqual([]);
      expect(exported(after).rows.map(({ texts }) => texts)).toEqual(wanted.rows.map(({ texts }) => texts));
      for (const file of files) {
        const now = after.find(({ name }) => name === file.name)?.text ?? '';
        if (!file.name.endsWith(`.${locale}.yaml`)) expect(now).toBe(file.text);
        else expectOnePlace(file.text, now, row.texts[table.locales.indexOf(locale)] ?? '');
      }
    }),
    { numRuns: 12, endOnFailure: true },
  );
});

/** What is between the common beginning and the common end of two texts lies within the old text's own lines. */
function expectOnePlace(before: string, after: string, old: string): void {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < before.length - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const replaced = before.slice(start, before.length - end).replaceAll(/\s+/g, ' ');
  const plain = old.replaceAll(/\s+/g, ' ');
  expect(replaced.length, replaced).toBeLessThanOrEqual(plain.length + 8);
}

test('random texts everywhere come back from their table as they were', () => {
  fc.assert(
    fc.property(anyFunnel, fc.array(randomText, { minLength: 200, maxLength: 200 }), (files, texts) => {
      const table = exported(files);
      const random = table.rows.map((row, at) => [row.key, withRecalls(texts[at % texts.length]!, row)]);
      const wanted = withTexts(table, 'es', Object.fromEntries(random));
      const changed = importTable(files, wanted);
      expect(changed.refusals).toEqual([]);
      expect(exported(changed.files)).toEqual(wanted);
      expect(importTable(changed.files, exported(changed.files)).files).toEqual(changed.files);
    }),
    { numRuns: 5, endOnFailure: true },
  );
});

test.each(['sleep', 'self-confidence'])(
  'a language whose file is gone gets it back, with all its texts, for %s',
  (id) => {
    const files = funnels.get(id) ?? [];
    const table = exported(files);
    for (const locale of ['en', 'es']) {
      const rest = files.filter(({ name }) => !name.endsWith(`.${locale}.yaml`));
      const { files: after, refusals } = importTable(rest, table);
      expect(refusals).toEqual([]);
      expect(exported(after)).toEqual(table);
    }
  },
);

test('texts that are missing come back to their places, whichever they are', () => {
  const lost = fc.record({ files: anyFunnel, seed: fc.array(fc.nat({ max: 4 }), { minLength: 400, maxLength: 400 }) });
  fc.assert(
    fc.property(lost, ({ files, seed }) => {
      const table = exported(files);
      const rest = files.filter(({ name }) => !name.endsWith('.es.yaml'));
      const kept = table.rows.flatMap(({ key }, at) => (seed[at % 400] === 0 && isFirst(key) ? [key] : []));
      const some = withTexts(
        table,
        'es',
        Object.fromEntries(table.rows.map(({ key }) => [key, '']).filter(([key]) => !kept.includes(key!))),
      );
      const partly = importTable(rest, some);
      expect(partly.refusals).toEqual([]);
      expect(exported(partly.files)).toEqual(some);
      const whole = importTable(partly.files, table);
      expect(whole.refusals).toEqual([]);
      expect(exported(whole.files)).toEqual(table);
    }),
    { numRuns: 10, endOnFailure: true },
  );
});
