import { closest } from '../did-you-mean.ts';
import type { FunnelDocument } from '../document.ts';
import type { Finding } from '../finding.ts';
import { type SchemaPart, stepKeys } from './validate.ts';
import { canonicalLocale, isLocale } from '../source-file.ts';
import { isSiteLocale, siteLocales } from '../../model.ts';
import type { Path, ProblemCode } from '../../problem.ts';

/** What is reported about a value, without its place. */
export type Explanation = { readonly code: ProblemCode; readonly message: string; readonly hint?: string };

/** A number is no name, but shows what could be one. `section` is where the name is a key. */
export function explainName(name: string, parentSchema: SchemaPart, section?: string | number): Explanation {
  const worded =
    /^\d+$/.test(name) && parentSchema.pattern === patternOfIds
      ? `${wordsForIds[section ?? ''] ?? 'step'}_${name}`
      : undefined;
  const locale = parentSchema.title === 'a locale' ? localeMeant(name) : undefined;
  if (locale !== undefined)
    return { code: 'bad_name', message: `"${name}" is not how a locale is written.`, hint: `Write ${locale}.` };
  const path = parentSchema.title === 'a path' ? pathMeant(name, parentSchema.pattern) : undefined;
  const hint = worded ?? path ?? exampleOf(parentSchema.examples);
  return {
    code: 'bad_name',
    message: `"${name}" can't be ${parentSchema.title ?? 'a name here'}${rulesOf(parentSchema.pattern)}.`,
    ...(hint !== undefined && { hint: `Such as ${hint}.` }),
  };
}

/** The path in an address, or in what lacks its slash or has one too many. */
function pathMeant(name: string, pattern = ''): string | undefined {
  const path = `/${name.replace(/^https?:\/\/[^/]*/, '').replaceAll(/^\/+|\/+$/g, '')}`.toLowerCase();
  return new RegExp(pattern).test(path) ? path : undefined;
}

/** The locale of the site that is meant by `EN`, `en_US`, `english` or `español`; another one in its usual capitals. */
function localeMeant(name: string): string | undefined {
  const wanted = name.toLowerCase();
  const named = siteLocales.find((locale) =>
    ['en', locale].some((reader) => {
      const language = new Intl.DisplayNames(reader, { type: 'language' }).of(locale);
      return language?.toLowerCase() === wanted;
    }),
  );
  if (named) return named;
  const tag = canonicalLocale(name);
  if (tag === undefined || !isLocale(tag)) return undefined;
  return isSiteLocale(tag) ? tag : (siteLocales.find((locale) => tag.startsWith(`${locale}-`)) ?? tag);
}

const wordsForIds: Readonly<Record<string, string>> = { options: 'option', outcomes: 'outcome' };
const patternOfIds = '^[a-z][a-z0-9]*(_[a-z0-9]+)*$';
const patternRules: Readonly<Record<string, string>> = {
  [patternOfIds]: ': small letters and digits, words joined by _, a letter first',
  '^[a-z][a-z0-9]*(-[a-z0-9]+)*$': ': small letters and digits, words joined by -, a letter first',
  '^(?!.{61})[a-z][a-z0-9]*(-[a-z0-9]+)*$':
    ': small letters and digits, words joined by -, a letter first, 60 characters at most',
  '^[A-Za-z][A-Za-z0-9_]*$': ': letters, digits and _, a letter first',
};

function rulesOf(pattern: string | undefined): string {
  return patternRules[pattern ?? ''] ?? '';
}

/** The first example of a schema, as it would be written. */
export function exampleOf(examples: readonly unknown[] | undefined): string | undefined {
  const [first] = examples ?? [];
  if (first === undefined) return undefined;
  return typeof first === 'string'
    ? first
    : JSON.stringify(first)
        .replaceAll(/"([A-Za-z_]\w*)"/g, '$1')
        .replaceAll(/[:,](?=\S)/g, '$& ');
}

/** A key that doesn't belong where it is: misspelt, or of another type of step. */
export function explainUnknownKey(
  document: FunnelDocument,
  path: Path,
  key: string,
  schema: SchemaPart,
  meant: string | undefined,
): Finding {
  const place = { in: document, path: [...path, key], target: 'key' as const };
  const thing = schema.title ?? 'this';
  const guess = meant ?? closest(key, Object.keys(schema.properties ?? {}));
  const others = thing.endsWith(' step') ? typesWith(key) : [];
  if (others.length > 0 && meant === undefined) {
    const message = `"${key}" is a key of ${list(others)} steps, not of ${thing}.`;
    return { ...place, code: 'key_of_other_type', message, hint: 'Remove it, or change the type of the step.' };
  }
  const message = `"${key}" is not a key of ${thing}.`;
  if (guess !== undefined) return { ...place, code: 'unknown_key', message, hint: `Did you mean "${guess}"?` };
  const known = Object.keys(schema.properties ?? {});
  return { ...place, code: 'unknown_key', message, ...(known.length > 0 && { hint: `Its keys are ${list(known)}.` }) };
}

function typesWith(key: string): string[] {
  return [...stepKeys].filter(([, keys]) => keys.has(key)).map(([type]) => type);
}

function list(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
