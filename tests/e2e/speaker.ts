import { createInstance, type TFunction } from 'i18next';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import type { Locale } from '../../engine/model.ts';

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
export function allTexts(locale: Locale): string[] {
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
