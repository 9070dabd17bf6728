import { closest } from '../did-you-mean.ts';

/** Which names of one list have no partner in the other. */
export interface NameMatch {
  /** Names that nothing asks for; `meant` is a missing one that is probably misspelt here. */
  readonly extra: readonly { readonly name: string; readonly meant?: string }[];
  /** Names that are asked for and nowhere to be found, also not misspelt. */
  readonly missing: readonly string[];
}

/** Where this many names are wrong, none of them is a slip of the pen. */
const mostGuesses = 100;

/** Compares the names that are there with those that should be. A misspelt name is one mistake, not two. */
export function matchNames(wanted: Iterable<string>, given: Iterable<string>): NameMatch {
  const missing = new Set(wanted);
  const extra: string[] = [];
  const all = new Set(missing);
  for (const name of given) {
    if (all.has(name)) missing.delete(name);
    else extra.push(name);
  }
  const isWhollyOther = extra.length > mostGuesses;
  const matched = extra.map((name) => {
    const meant = isWhollyOther ? undefined : closest(name, missing);
    if (meant !== undefined) missing.delete(meant);
    return meant === undefined ? { name } : { name, meant };
  });
  return { extra: matched, missing: [...missing] };
}
