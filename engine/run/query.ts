/** What a funnel reads of the landing page's query parameters. */

import type { CompiledFunnel } from '../model.ts';

/** The `stepsLimit` parameter: a positive whole number; anything else, or more than one, is ignored (section 4). */
export function readStepsLimit(search: string | URLSearchParams): number | undefined {
  const [value = '', ...others] = new URLSearchParams(search).getAll('stepsLimit');
  const limit = Number(value);
  return !others.length && /^\d+$/.test(value) && limit >= 1 && Number.isSafeInteger(limit) ? limit : undefined;
}

/**
 * The parameters that the funnel declares as hidden fields; of one that is repeated, the first. Zero characters, which no
 * database can store, are left out.
 */
export function readHiddenFields(funnel: CompiledFunnel, search: string | URLSearchParams): Record<string, string> {
  const parameters = new URLSearchParams(search);
  const found = funnel.hiddenFields.map((name) => [name, parameters.get(name)?.replaceAll('\0', '')] as const);
  return Object.fromEntries(found.filter((entry): entry is [string, string] => entry[1] !== undefined));
}
