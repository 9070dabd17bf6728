/**
 * A persistent vector: setting an entry makes a new one that shares all but a path of at most log32(size) nodes with
 * the old one. Snapshots of a visit can so be kept, compared and gone back to, however long the funnel is.
 */

const bits = 5;
const mask = (1 << bits) - 1;

type Node<T> = readonly (Node<T> | T | undefined)[];

/** Entries by index, from 0 to a size that is fixed when it is made; all are `undefined` at first. */
export interface Vector<T> {
  readonly shift: number;
  readonly root: Node<T>;
}

/** An empty vector with room for `size` entries. */
export function emptyVector<T>(size: number): Vector<T> {
  let shift = 0;
  while (size > 1 << (shift + bits)) shift += bits;
  return { shift, root: [] };
}

export function getEntry<T>(vector: Vector<T>, index: number): T | undefined {
  let node: Node<T> | undefined = vector.root;
  for (let shift = vector.shift; shift > 0 && node; shift -= bits) {
    node = node[(index >> shift) & mask] as Node<T> | undefined;
  }
  return node?.[index & mask] as T | undefined;
}

/** The vector with one entry changed; the given one stays as it is. */
export function setEntry<T>(vector: Vector<T>, index: number, entry: T | undefined): Vector<T> {
  return { shift: vector.shift, root: setIn(vector.root, vector.shift, index, entry) };
}

function setIn<T>(node: Node<T> | undefined, shift: number, index: number, entry: T | undefined): Node<T> {
  const copy = node ? node.slice() : [];
  const slot = (index >> shift) & mask;
  copy[slot] = shift ? setIn(copy[slot] as Node<T> | undefined, shift - bits, index, entry) : entry;
  return copy;
}
