import type { Path } from '../../problem.ts';

/** The path of a JSON pointer. Segments of lists become numbers. */
export function pathOf(pointer: string, root: unknown): Path {
  const path: (string | number)[] = [];
  let value = root;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    path.push(Array.isArray(value) ? Number(key) : key);
    value = step(value, key);
  }
  return path;
}

/** What is at a path, or `undefined`. */
export function valueAt(root: unknown, path: Path): unknown {
  return path.reduce(step, root);
}

function step(value: unknown, key: string | number): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string | number, unknown>)[key]
    : undefined;
}
