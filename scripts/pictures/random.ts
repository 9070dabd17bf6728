/** Numbers that look like chance and are the same for the same seed, on every machine. */
export interface Random {
  /** From `least` up to `most`. */
  between(least: number, most: number): number;
  /** As `between`, in whole numbers, with both ends. */
  whole(least: number, most: number): number;
  /** One of them. */
  oneOf<Item>(items: readonly [Item, ...Item[]]): Item;
}

/** The numbers that belong to this text. */
export function randomOf(seed: string): Random {
  let state = hashOf(seed);
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number) => least + next() * (most - least);
  const whole = (least: number, most: number) => Math.floor(between(least, most + 1));
  return { between, whole, oneOf: (items) => items[whole(0, items.length - 1)] ?? items[0] };
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash;
}
