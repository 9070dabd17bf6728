import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { LegalDocument } from '../../../web/pages/LegalPages.tsx';
import { writeDay } from '../../../web/pages/LegalPages.tsx';

const namespaces = ['rare', 'results', 'plan', 'legal', 'account', 'cabinet', 'consent'] as const;

function words(locale: string, namespace: string): unknown {
  return parse(readFileSync(`web/locales/${locale}/${namespace}.yaml`, 'utf8'));
}

/** Every text of a tree by its path, such as `terms.sections.0.title`. */
function texts(node: unknown, path = ''): [path: string, text: string][] {
  if (typeof node === 'string') return [[path, node]];
  if (typeof node !== 'object' || node === null) throw new Error(`${path} is not a text`);
  return Object.entries(node).flatMap(([key, value]) => texts(value, path ? `${path}.${key}` : key));
}

const isOfMillions = (path: string) => path.endsWith('quiz_visits_many');
const placeholders = (text: string) => [...new Set(text.match(/\{\{\w+\}\}/g))].toSorted();

describe.each(namespaces)('the words of %s', (namespace) => {
  const english = texts(words('en', namespace));
  // Spanish has a form of its own for whole millions, which English has not.
  const spanish = texts(words('es', namespace)).filter(([path]) => !isOfMillions(path));

  test('say the same things in both languages', () => {
    expect(spanish.map(([path]) => path)).toEqual(english.map(([path]) => path));
  });

  test('put the same values into both languages', () => {
    expect(spanish.map(([path, text]) => [path, placeholders(text)])).toEqual(
      english.map(([path, text]) => [path, placeholders(text)]),
    );
  });

  test('leave nothing empty', () => {
    expect([...english, ...spanish].filter(([, text]) => text.trim() === '')).toEqual([]);
  });
});

describe.each(['en', 'es'])('the legal texts in %s', (locale) => {
  const { terms, privacy } = words(locale, 'legal') as Record<'terms' | 'privacy', LegalDocument>;

  test.each([
    ['terms', terms],
    ['privacy', privacy],
  ])('have sections with addresses of their own and a real date: %s', (_, text) => {
    const ids = text.sections.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z][a-z-]*$/.test(id))).toEqual([]);
    expect(new Date(text.updated).toISOString().slice(0, 10)).toBe(text.updated);
  });

  test('promise the refund of the specification', () => {
    expect(JSON.stringify(terms.sections.find(({ id }) => id === 'refund'))).toMatch(/14 (days|días)/);
  });
});

test('the day of the last change is written in the language of the page', () => {
  expect(writeDay('2026-11-21', 'en')).toBe('November 21, 2026');
  expect(writeDay('2026-11-21', 'es')).toBe('21 de noviembre de 2026');
});
