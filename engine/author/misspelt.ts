import type { Flow } from './flow.ts';
import { matchNames } from './did-you-mean.ts';
import type { Words } from './words/words.ts';

/** Names that all locales have words for where the flow has a similar one instead: it is the flow that is misspelt. */
export interface MisspeltNames {
  readonly steps: ReadonlySet<string>;
  /** By the id of the step. */
  readonly options: ReadonlyMap<string, ReadonlySet<string>>;
}

/** What the flow probably misspells. What uses the right names is no mistake as well. */
export function readMisspelt(flow: Flow, words: readonly Words[]): MisspeltNames {
  const steps = agreedNames(
    [...flow.stepsById.keys()],
    words.map(({ value }) => Object.keys(value.steps ?? {})),
  );
  const options = new Map<string, ReadonlySet<string>>();
  for (const { id, options: wanted } of flow.steps) {
    if (id === undefined || wanted.length === 0) continue;
    const given = words.map(({ value }) => Object.keys(value.steps?.[id]?.options ?? {}));
    const agreed = agreedNames(
      wanted.map(({ key }) => key),
      given,
    );
    if (agreed.size > 0) options.set(id, agreed);
  }
  return { steps, options };
}

function agreedNames(wanted: readonly string[], given: readonly (readonly string[])[]): ReadonlySet<string> {
  const [first, ...others] = given;
  if (!first || others.length === 0) return new Set();
  const known = new Set(wanted);
  if (first.every((name) => known.has(name))) return new Set();
  const meant = matchNames(wanted, first).extra.filter((extra) => extra.meant !== undefined);
  return new Set(meant.map(({ name }) => name).filter((name) => others.every((names) => names.includes(name))));
}
