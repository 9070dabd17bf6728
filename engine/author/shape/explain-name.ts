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
  const locale = parentSchema.title === 'a locale' ? localeMeant(name) : undefined;
  if (locale !== undefined)
    return { code: 'bad_name', message: `"${name}" is not how a locale is written.`, hint: `Write ${locale}.` };
  if (parentSchema.title === 'a picture') return explainPicture(name, parentSchema.pattern);
  const path = parentSchema.title === 'a path' ? pathMeant(name, parentSchema.pattern) : undefined;
  const hint = path ?? nameMeant(name, parentSchema.pattern, section) ?? exampleOf(parentSchema.examples);
  return {
    code: 'bad_name',
    message: `"${name}" can't be ${parentSchema.title ?? 'a name here'}${reasonOf(name, parentSchema.pattern)}.`,
    ...(hint !== undefined && { hint: `Such as ${hint}.` }),
  };
}

/** The same name in signs that it may have: `cafe` for `café`, `option_5_10min` for `5-10min`. */
function nameMeant(
  name: string,
  pattern: string | undefined,
  section: string | number | undefined,
): string | undefined {
  const { joiner } = patternRules[pattern ?? ''] ?? {};
  if (joiner === undefined) return undefined;
  const plain = name
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, joiner)
    .replaceAll(/^[_-]|[_-]$/g, '');
  const isId = pattern === patternOfIds;
  const meant = isId && /^\d/.test(plain) ? `${wordsForIds[section ?? ''] ?? 'step'}_${plain}` : plain;
  return new RegExp(pattern ?? '').test(meant) ? meant : undefined;
}

/** `IMG_2041.JPG`, as a camera calls it: the file gets another name, or another format. */
function explainPicture(name: string, pattern = ''): Explanation {
  const meant = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z\d._/-]+/g, '-');
  return {
    code: 'bad_name',
    message: `"${name}" can't be a picture: small letters, digits, - and _, and the end .svg, .webp, .avif, .png or .jpg.`,
    hint: new RegExp(pattern).test(meant)
      ? `Rename the file to ${meant}, and write picture: ${meant}`
      : 'Save the picture as WebP under a name such as dawn.webp.',
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

interface PatternRule {
  readonly rule: string;
  /** A sign that no such name has. */
  readonly odd: RegExp;
  readonly joiner: '_' | '-';
}

const withUnderscores: PatternRule = {
  rule: 'small letters and digits, words joined by _, a letter first',
  odd: /[^a-z\d_]/u,
  joiner: '_',
};
const withDashes: PatternRule = {
  rule: 'small letters and digits, words joined by -, a letter first',
  odd: /[^a-z\d-]/u,
  joiner: '-',
};
const patternRules: Readonly<Record<string, PatternRule>> = {
  [patternOfIds]: withUnderscores,
  '^[a-z][a-z0-9]*(-[a-z0-9]+)*$': withDashes,
  '^(?!.{61})[a-z][a-z0-9]*(-[a-z0-9]+)*$': { ...withDashes, rule: `${withDashes.rule}, 60 characters at most` },
  '^[A-Za-z][A-Za-z0-9_]*$': { rule: 'letters, digits and _, a letter first', odd: /[^A-Za-z\d_]/u, joiner: '_' },
};

/** Which sign a name can't have, and what all such names are like. */
function reasonOf(name: string, pattern: string | undefined): string {
  const known = patternRules[pattern ?? ''];
  if (!known) return '';
  const odd = known.odd.exec(name)?.[0];
  const cause = odd === ' ' ? 'a space' : odd === undefined ? /^\d/.exec(name)?.[0] : `"${odd}"`;
  return `${cause === undefined ? '' : ` because of ${cause}`}: ${known.rule}`;
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
    const hint = insteadOf[`${key} of ${thing}`] ?? 'Remove it, or change the type of the step.';
    return { ...place, code: 'key_of_other_type', message, hint };
  }
  const message = `"${key}" is not a key of ${thing}.`;
  if (thing.endsWith(' of a group') && ownOfGroups.has(key))
    return { ...place, code: 'unknown_key', message, hint: 'Write it on the group, for all of its fields.' };
  if (guess !== undefined) return { ...place, code: 'unknown_key', message, hint: `Did you mean "${guess}"?` };
  const known = Object.keys(schema.properties ?? {});
  return { ...place, code: 'unknown_key', message, ...(known.length > 0 && { hint: `Its keys are ${list(known)}.` }) };
}

/** What a step has, and no field of a group. */
const ownOfGroups: ReadonlySet<string> = new Set(['next', 'goal', 'counts']);

const withoutAnswer = 'To let visitors pass without an answer, add an option for it, such as none_of_these: {}.';

/** What does what a key of another type is written for. */
const insteadOf: Readonly<Record<string, string>> = {
  'required of a multiple_choice step': 'To let visitors pass without an answer, write choose: { min: 0 }.',
  'required of a single_choice step': withoutAnswer,
  'required of a select step': withoutAnswer,
};

function typesWith(key: string): string[] {
  return [...stepKeys].filter(([, keys]) => keys.has(key)).map(([type]) => type);
}

function list(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
