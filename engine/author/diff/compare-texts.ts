import type { Text } from '../../model.ts';

/** What can be said of a part of a funnel: each fact with its value in words, by its name. */
export type Facts = ReadonlyMap<string, string>;

/** What differs, in the order of the new facts: one line for each. */
export function compareFacts(before: Facts, after: Facts): readonly string[] {
  const names = new Set([...after.keys(), ...before.keys()]);
  return [...names].flatMap((name) => {
    const [was, is] = [before.get(name), after.get(name)];
    if (was === is) return [];
    if (was === undefined) return [`${name}: now ${is}`];
    return [is === undefined ? `${name}: no longer ${was}` : `${name}: ${was} → ${is}`];
  });
}

/** Facts of these values; `undefined` is not said. */
export function factsOf(values: Readonly<Record<string, string | number | boolean | undefined>>): Facts {
  const said = Object.entries(values).filter(([, value]) => value !== undefined);
  return new Map(
    said.map(([name, value]) => [name, typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)]),
  );
}

/** A text as its author wrote it, in quotation marks. */
export function printText(text: Text): string {
  const pieces = typeof text === 'string' ? [text] : text;
  const written = pieces.map((piece) =>
    typeof piece === 'string'
      ? piece
      : `{{${piece.recall}${piece.fallback === undefined ? '' : `|${piece.fallback}`}}}`,
  );
  return `“${written.join('')}”`;
}
