/** What a funnel reads of the landing page's query parameters. */

import type { CompiledFunnel } from '../model.ts';

/** The `stepsLimit` parameter: a positive whole number; anything else, or more than one, is ignored (section 4). */
export function readStepsLimit(search: string | URLSearchParams): number | undefined {
  const [value = '', ...others] = new URLSearchParams(search).getAll('stepsLimit');
  const limit = Number(value);
  return !others.length && /^\d+$/.test(value) && limit >= 1 && Number.isSafeInteger(limit) ? limit : undefined;
}

/**
 * What a `utm_source` can be: at most 64 letters, digits, spaces and some signs. Empty where it holds an email address
 * or a telephone number, which some mailings put there: neither is stored or sent as a source.
 */
export function sourceOf(written: string): string {
  const text = written.normalize('NFKC');
  // A telephone number begins with a plus, or with the space that an address makes of it.
  if (/@|%40|(^ |\+)(\W{0,2}\d){8}/.test(text)) return '';
  return [...text.replace(/[^\p{L}\p{M}\p{N} ._+/:|()-]/gu, '')].slice(0, 64).join('').trim();
}

/** Query parameters with a `utm_source` that can be one. */
export function cutSource(parameters: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { utm_source: source } = parameters;
  return source === undefined ? parameters : { ...parameters, utm_source: sourceOf(source) };
}

/**
 * The parameters that the funnel declares as hidden fields; of one that is repeated, the first. Zero characters, which no
 * database can store, are left out.
 */
export function readHiddenFields(
  funnel: CompiledFunnel,
  search: string | URLSearchParams,
): Readonly<Record<string, string>> {
  const parameters = new URLSearchParams(search);
  const found = funnel.hiddenFields.map((name) => [name, parameters.get(name)?.replaceAll('\0', '')] as const);
  return cutSource(Object.fromEntries(found.filter((entry): entry is [string, string] => entry[1] !== undefined)));
}
