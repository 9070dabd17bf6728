/** Repeatable random numbers: the same seed gives the same series. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number from 0 up to, not including, `count`. */
  below(count: number): number;
}

/** Chris Doty-Humphrey's sfc32, seeded by a text. */
export function createRandom(seed: string): Random {
  let [a, b, c, counter] = [hash(seed, 0x9e3779b9), hash(seed, 0x243f6a88), hash(seed, 0xb7e15162), 1];
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
  // Seeds that differ little begin alike; its author lets twelve go by.
  for (let round = 0; round < 12; round += 1) next();
  return { next, below: (count) => Math.floor(next() * count) };
}

/** FNV-1a from a basis of one's own. */
function hash(text: string, basis: number): number {
  let value = basis | 0;
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value;
}
