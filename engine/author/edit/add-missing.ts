import type { Path } from '../../problem.ts';
import { locate, type FunnelDocument } from '../document.ts';
import { addEntries, type KeyOrder } from './add-entries.ts';
import type { Entry, TextValue } from './entry.ts';
import type { TextEdit } from './text-edit.ts';

interface Missing {
  readonly path: Path;
  readonly value: TextValue;
}

/** Puts texts in whose keys aren't there yet, together with the keys that lead to them. */
export function addMissing(document: FunnelDocument, missing: readonly Missing[], order: KeyOrder): TextEdit[] {
  const byParent = new Map<string, { readonly parent: Path; readonly missing: Missing[] }>();
  for (const one of missing) {
    const parent = deepest(document, one.path);
    const key = JSON.stringify(parent);
    const group = byParent.get(key) ?? { parent, missing: [] };
    byParent.set(key, group);
    group.missing.push(one);
  }
  // What is added within an entry stands before what is added behind it.
  const deepestFirst = [...byParent.values()].sort((a, b) => b.parent.length - a.parent.length);
  return deepestFirst.flatMap((group) =>
    addEntries(document, group.parent, entriesOf(group.missing, group.parent, order), order),
  );
}

/** The longest beginning of a path that is there. */
function deepest(document: FunnelDocument, path: Path): Path {
  let length = path.length - 1;
  while (length > 0 && !locate(document, path.slice(0, length)).found) length -= 1;
  return path.slice(0, length);
}

function entriesOf(missing: readonly Missing[], parent: Path, order: KeyOrder): (readonly [string, Entry])[] {
  const byKey = new Map<string, Missing[]>();
  for (const one of missing) {
    const key = String(one.path[parent.length]);
    byKey.set(key, [...(byKey.get(key) ?? []), one]);
  }
  const keys = order(parent);
  return [...byKey]
    .sort(([a], [b]) => keys.indexOf(a) - keys.indexOf(b))
    .map(([key, inside]) => [key, entryOf(inside, [...parent, key], order)]);
}

function entryOf(missing: readonly Missing[], path: Path, order: KeyOrder): Entry {
  const [first] = missing;
  if (first && missing.length === 1 && first.path.length === path.length) return first.value;
  return { kind: 'map', pairs: entriesOf(missing, path, order) };
}
