import { readFileSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { weightsFile } from '../../scripts/build/app.ts';
import { partOf, type Weights } from '../../scripts/vite/weigh-modules.ts';

const { files, parts } = JSON.parse(readFileSync(weightsFile, 'utf8')) as Weights;

it('says what each package and each folder takes of the scripts that all pages have', () => {
  const names = parts.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['react-dom', 'xstate', 'i18next', 'react-router', 'web/quiz']));
  expect(new Set(names).size).toBe(names.length);
  for (const part of parts) expect(part.rendered).toBeGreaterThan(0);
  for (const file of files) expect(readFileSync(`dist/site/${file}`).length).toBeGreaterThan(0);
});

it('keeps what the site does not use of the router away from visitors', () => {
  const script = files.map((file) => readFileSync(`dist/site/${file}`, 'utf8')).join('');
  expect(script).not.toContain('isTransitioning'); // its NavLink
  expect(script).not.toContain('fetcherKey'); // its Form
});

it('has no media query that Safari 16.1 ignores', () => {
  const styled = readdirSync('dist/site', { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(css|html)$/.test(name),
  );
  expect(styled.length).toBeGreaterThan(0);
  for (const name of styled)
    expect(
      readFileSync(`dist/site/${name}`, 'utf8').match(/@media[^{]*(?:[<>]|\bnot \(|aspect-ratio: ?\d+\))[^{]*\{/g) ??
        [],
      name,
    ).toEqual([]);
});

it('has no underline that WebKit refuses, as it takes no thickness together with the line', () => {
  const styled = readdirSync('dist/site/assets').filter((name) => name.endsWith('.css'));
  for (const name of styled)
    expect(readFileSync(`dist/site/assets/${name}`, 'utf8')).not.toMatch(/text-decoration:[^;}]*\d/);
});

it('counts a module for its package, else for its folder', () => {
  expect(partOf('/site/node_modules/react-dom/cjs/react-dom-client.production.js')).toBe('react-dom');
  expect(partOf('/site/node_modules/one/node_modules/@scope/two/index.js')).toBe('@scope/two');
  expect(partOf(`${process.cwd()}/web/quiz/fields/intro.tsx`)).toBe('web/quiz');
  expect(partOf('\0vite/preload-helper.js')).toBe('bundler');
});
