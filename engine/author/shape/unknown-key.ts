import type { Path } from '../../problem.ts';
import { closest } from '../did-you-mean.ts';
import type { FunnelDocument } from '../document.ts';
import type { Finding } from '../finding.ts';
import { stepKeys, type SchemaPart } from './validate.ts';

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
