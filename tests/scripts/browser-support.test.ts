import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exceptions, problemsOf } from '../../scripts/browser-support/exceptions.ts';
import type { FoundFeature } from '../../scripts/browser-support/missing-browsers.ts';
import { scriptFeatures } from '../../scripts/browser-support/script-features.ts';
import { styleFeatures } from '../../scripts/browser-support/style-features.ts';

const newScripts = [
  ['URLSearchParams.size', 'export const isEmpty = (url: URL) => url.searchParams.size === 0;'],
  ['URLSearchParams.size', 'export function count(query: URLSearchParams) { const { size } = query; return size; }'],
  ['Response.json', 'export const answer = () => Response.json({});'],
  ['URL.canParse', 'export const isUrl = (text: string) => URL.canParse(text);'],
  ['Element.checkVisibility', 'export const isSeen = (input: HTMLInputElement) => input.checkVisibility();'],
  ['CookieStore.get', "export const locale = (store: Pick<CookieStore, 'get'>) => store.get('locale');"],
  ['CSSStyleSheet', 'export const sheet = () => new CSSStyleSheet();'],
  ['Navigator.mediaSession', 'export const media = () => navigator.mediaSession;'],
  ['requestIdleCallback', 'export const later = (work: () => void) => requestIdleCallback(work);'],
  ['ArrayConstructor.fromAsync', 'export const all = (of: AsyncIterable<string>) => Array.fromAsync(of);'],
  ['lookbehind_assertion', 'export const price = /(?<=\\$)\\d+/;'],
] as const;

const oldScripts = [
  'export const count = (map: Map<string, string>) => map.size;',
  'export const body = async (response: Response) => response.json() as Promise<unknown>;',
  'export const names = (all: readonly string[]) => all.map((name) => name).toSorted();',
  'export interface Own { readonly size: number; checkVisibility(): boolean }',
  'export const isSeen = (own: { checkVisibility(): boolean }) => own.checkVisibility();',
  'export const has = (query: object) => query instanceof URLSearchParams;',
];

describe('a script', () => {
  let folder: string;
  let found: readonly FoundFeature[];
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'browser-support-'));
    const compilerOptions = { target: 'esnext', lib: ['esnext', 'dom', 'dom.iterable'], types: [], strict: true };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
    for (const [index, [, code]] of newScripts.entries()) writeFileSync(join(folder, `new-${index}.ts`), code);
    for (const [index, code] of oldScripts.entries()) writeFileSync(join(folder, `old-${index}.ts`), code);
    found = scriptFeatures(join(folder, 'tsconfig.json'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const featuresIn = (name: string) =>
    found.flatMap(({ feature, place }) => (place === `${relative('.', join(folder, name))}:1` ? [feature] : []));

  test.each(newScripts.map(([feature, code], index) => [feature, code, index] as const))(
    'has %s, which the oldest browsers lack: %s',
    (feature, _code, index) => expect(featuresIn(`new-${index}.ts`)).toEqual([feature]),
  );
  test.each(oldScripts.map((code, index) => [code, index] as const))('has nothing new: %s', (_code, index) =>
    expect(featuresIn(`old-${index}.ts`)).toEqual([]),
  );
});

describe('a style sheet', () => {
  test.each([
    ['range media query', '@media (width > 48rem) { a { color: red } }'],
    ['range media query', '@media (20rem < width < 48rem) { a { color: red } }'],
    ['text-wrap', 'a { text-wrap: balance }'],
    ['color-mix()', 'a { color: color-mix(in srgb, var(--one), transparent) }'],
    ['@starting-style', '@starting-style { a { opacity: 0 } }'],
    [':user-invalid', 'a:user-invalid { color: red }'],
  ])('has a %s, which the oldest browsers lack: %s', (feature, text) =>
    expect(styleFeatures('a.css', text).map((each) => each.feature)).toEqual([feature]),
  );
  test.each([
    '@media (width >= 48rem) { a { color: red } }', // Lightning CSS writes min-width
    'a { &:hover { inset: 0 } }',
    'a { mask-image: url(a.svg); user-select: none }',
    'a:has(> b) { color: red }',
    'a::-webkit-slider-thumb { appearance: none; -webkit-tap-highlight-color: transparent }',
  ])('has nothing new once it is lowered: %s', (text) => expect(styleFeatures('a.css', text)).toEqual([]));
});

const use = (feature: string, place: string) => ({ feature, place, missing: ['safari 18.4'] });

test('a feature is allowed with what belongs to it, in the files that have its fallback', () => {
  const allowed = [{ features: ['CookieStore'], files: ['web/worker.ts'], fallback: 'None.' }];
  expect(problemsOf([use('CookieStore.get', 'web/worker.ts:3')], allowed)).toEqual([]);
  expect(problemsOf([use('CookieStore.get', 'web/main.ts:7'), use('CookieStore', 'web/worker.ts:1')], allowed)).toEqual(
    [expect.stringMatching(/^web\/main\.ts:7: CookieStore\.get comes with safari 18\.4\. Give it a fallback/)],
  );
  expect(problemsOf([], allowed)).toEqual([expect.stringContaining('nothing needs the exception for CookieStore')]);
});

test('each exception says what browsers do instead', () => {
  for (const { fallback } of exceptions) expect(fallback).toMatch(/^[A-Z].+\.$/);
});
