import type { Page } from '@playwright/test';
import { createInstance, type TFunction } from 'i18next';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { expect } from '../harness/patient-expect.ts';
import { languageTag, type Locale } from '../../engine/model.ts';

const locales = path.resolve('web/locales');

/** The site's own words in this language, by namespace and key, such as `account:login.submit`. */
export function speaker(locale: Locale): TFunction {
  const i18n = createInstance();
  void i18n.init({
    lng: locale,
    resources: { [locale]: readWords(locale) },
    interpolation: { escapeValue: false },
    parseMissingKeyHandler: (key) => {
      throw new Error(`There are no ${locale} words for ${key}`);
    },
    initAsync: false,
  });
  return i18n.t;
}

/** Every text of the site in this language, with `{{…}}` where values go. */
function allTexts(locale: Locale): string[] {
  return leavesOf(readWords(locale));
}

function readWords(locale: Locale): Record<string, Record<string, unknown>> {
  const folder = path.join(locales, locale);
  const files = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
  const read = (name: string) => parse(readFileSync(path.join(folder, name), 'utf8')) as Record<string, unknown>;
  return Object.fromEntries(files.map((name) => [path.basename(name, '.yaml'), read(name)]));
}

function leavesOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [];
}

/** English texts that would be noticed on a Spanish page; those that Spanish has too, such as names, are none. */
const english = englishFragments();

/** What i18next shows where it has no words for a key, with or without its namespace. */
const key = /^([a-z]+:)?[a-z]+([._][a-z]+)+$/;

/** The page says that it speaks this language, and does: in what is seen, read out and shown as its title. */
export async function expectSpoken(page: Page, locale: Locale): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', languageTag(locale));
  const lines = await readLines(page);
  expect(
    lines.flatMap((line) => line.split(/\s+/)).filter((word) => key.test(word)),
    `keys instead of words on ${page.url()}`,
  ).toEqual([]);
  if (locale === 'en') return;
  const left = lines.filter((line) => english.some((text) => sounds(line, text)));
  expect(left, `English words on ${page.url()}`).toEqual([]);
}

async function readLines(page: Page): Promise<string[]> {
  const lines = await page.evaluate(() => [
    document.title,
    ...document.body.innerText.split('\n'),
    ...[...document.querySelectorAll('[aria-label], [title], [placeholder]')].flatMap((element) =>
      ['aria-label', 'title', 'placeholder'].map((name) => element.getAttribute(name) ?? ''),
    ),
  ]);
  return lines.map((line) => line.trim());
}

/** Short words also occur inside of others: they have to be all there is. */
const sounds = (line: string, text: string): boolean => (text.length < 12 ? line === text : line.includes(text));

function englishFragments(): string[] {
  const spanish = allTexts('es').join('\n');
  return allTexts('en')
    .flatMap((text) => text.split(/\{\{\w+\}\}/))
    .map((text) => text.trim())
    .filter((text) => text.length > 3 && !spanish.includes(text));
}
