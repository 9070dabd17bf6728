import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { cabinetKeys } from '../../../web/pages/cabinet/cabinet-keys.ts';
import { keys, ledgerKeys } from '../../../web/storage.ts';

/** The names of all entries that the site's code writes into the browser's storage; of several, how they begin. */
const entries = new Set([
  ...Object.values({ ...keys, ...cabinetKeys }),
  ledgerKeys.events,
  ...readdirSync('web', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(path.join('web', file), 'utf8'))
    .filter((code) => /Storage\b|Entry\(|KeyPrefix\b/.test(code))
    .flatMap((code) => [
      ...code.matchAll(/const \w*(?:key|prefix)\w* = '([a-z]+:?)';/gi),
      ...code.matchAll(/`([a-z]+:)\$\{/g),
    ])
    .map(([, name]) => name!),
]);

test('entries are found however the code names them', () => {
  expect([...entries]).toEqual(expect.arrayContaining(['promoData', 'told:', 'units', 'link:', 'listening:']));
});

test.each(['en', 'es'])('the privacy policy in %s names every entry of the browser’s storage', (locale) => {
  const policy = parse(readFileSync(`web/locales/${locale}/legal.yaml`, 'utf8')) as {
    privacy: { sections: readonly { id: string }[] };
  };
  const storage = JSON.stringify(policy.privacy.sections.find(({ id }) => id === 'storage'));
  const byName = [...entries].filter((name) => name !== 'visit:'); // those stand there for each quiz
  expect(byName.filter((name) => !new RegExp(String.raw`\b${name}(?=[,"…/])`).test(storage))).toEqual([]);
});

test('so does the page about the architecture', () => {
  const page = readFileSync('docs/reference/architecture.md', 'utf8');
  expect([...entries].filter((name) => !new RegExp(`\`${name}[<\`]`).test(page))).toEqual([]);
});
