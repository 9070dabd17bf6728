import type { Random } from './random.ts';

/** An id as browsers make them (UUID version 7) at this time, in milliseconds since 1970. */
export function visitIdAt(time: number, random: Random): string {
  const digits = (count: number) => Array.from({ length: count }, () => random.below(16).toString(16)).join('');
  const stamp = time.toString(16).padStart(12, '0');
  return `${stamp.slice(0, 8)}-${stamp.slice(8)}-7${digits(3)}-${(8 + random.below(4)).toString(16)}${digits(3)}-${digits(12)}`;
}
