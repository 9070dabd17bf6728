import { distance } from 'fastest-levenshtein';

/** Among more names than any hand-written funnel has, no guess is made: each one takes a look at all of them. */
const maxCandidates = 2000;

/** The known name that a misspelt one is closest to, if one is close enough to be meant. */
export function closest(name: string, known: Iterable<string>): string | undefined {
  const wanted = plain(name);
  let best: string | undefined;
  let shortest = Math.max(1, Math.floor(name.length * 0.4)) + 1;
  const candidates = Array.from(known);
  if (candidates.length > maxCandidates) return undefined;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) >= shortest + 2) continue;
    const other = plain(candidate);
    const changes = distance(wanted, other);
    const steps = changes < 4 && isShuffled(wanted, other) ? 1 : changes;
    // Of two that are as near, the one that is written more alike: `basic_b` for `basic_c`, not `basic`.
    const isNearer = steps === shortest && best !== undefined && distance(name, candidate) < distance(name, best);
    if (steps < shortest || isNearer) {
      best = candidate;
      shortest = steps;
    }
  }
  return best;
}

/** `Did you mean "x"?`, as the `hint` of a finding, where something is close enough. */
export function didYouMean(name: string, known: Iterable<string>): { hint?: string } {
  const guess = closest(name, known);
  return guess === undefined ? {} : { hint: `Did you mean "${guess}"?` };
}

/** The same letters in another order, as in `titel`. */
function isShuffled(a: string, b: string): boolean {
  return a.length === b.length && a !== b && [...a].sort().join('') === [...b].sort().join('');
}

function plain(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[-_ \p{M}]/gu, '');
}

/** A name that nothing asks for. */
export interface ExtraName {
  readonly name: string;
  /** A missing one that is probably misspelt here. */
  readonly meant?: string;
  /** The missing one at the same place, where as many are missing as are extra: it may be a new name for the same. */
  readonly successor?: string;
}

/** Which names of one list have no partner in the other. */
export interface NameMatch {
  /** Names that nothing asks for. */
  readonly extra: readonly ExtraName[];
  /** Names that are asked for and nowhere to be found, also not misspelt. */
  readonly missing: readonly string[];
}

/** Where this many names are wrong, none of them is a slip of the pen. */
const maxGuesses = 100;

/** So many names may have been renamed at once. */
const maxRenamed = 12;

/** Compares the names that are there with those that should be. A misspelt name is one mistake, not two. */
export function matchNames(wanted: Iterable<string>, given: Iterable<string>): NameMatch {
  const missing = new Set(wanted);
  const extra: string[] = [];
  const all = new Set(missing);
  for (const name of given) {
    if (all.has(name)) missing.delete(name);
    else extra.push(name);
  }
  const isWhollyOther = extra.length > maxGuesses;
  const matched = extra.map((name): ExtraName => {
    const meant = isWhollyOther ? undefined : closest(name, missing);
    if (meant !== undefined) missing.delete(meant);
    return meant === undefined ? { name } : { name, meant };
  });
  const unmatched = matched.filter(({ meant }) => meant === undefined);
  if (unmatched.length !== missing.size || missing.size > maxRenamed) return { extra: matched, missing: [...missing] };
  const successors = new Map([...missing].map((name, at) => [unmatched[at]!, name]));
  const withSuccessors = matched.map((each) => {
    const successor = successors.get(each);
    return successor === undefined ? each : { ...each, successor };
  });
  return { extra: withSuccessors, missing: [] };
}
