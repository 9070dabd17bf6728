import { isScalar, Scalar, type YAMLMap } from 'yaml';
import { quoted } from './quoted.ts';
import type { Trap } from './traps.ts';
import { keyText, type NodePair } from './tree.ts';

/** A value between braces that commas have cut, put together again. */
export interface CutValue {
  readonly key: string;
  readonly value: string | number;
  readonly trap: Trap;
  /** The index of the first pair that doesn't belong to it. */
  readonly next: number;
}

const expressionKeys: ReadonlySet<string | undefined> = new Set(['when', 'show_if', 'value']);

/**
 * `{ title: Yes, please }` and `{ score: 2,5 }`: between braces a comma ends the value, and the rest becomes keys without
 * a value, all of which are put back. In a flow only expressions and decimal commas can be meant.
 */
export function readCutValue(
  map: YAMLMap,
  index: number,
  text: string,
  options: { readonly isText: boolean; readonly keys: ReadonlySet<string> },
): CutValue | undefined {
  const pairs = map.items as NodePair[];
  const [pair, follower] = [pairs[index], pairs[index + 1]];
  if (!map.flow || !pair || !follower || !isRest(follower, options.keys) || !isScalar(pair.value)) return undefined;
  const key = keyText(pair.key);
  const [start = 0, valueEnd = 0] = pair.value.range ?? [];
  if (key === undefined || key === '__proto__' || pair.value.value === null) return undefined;
  let next = index + 1;
  for (let rest = pairs[next]; rest && isRest(rest, options.keys); rest = pairs[next]) next += 1;
  const last = pairs[next - 1]?.key;
  const range = { start: follower.key.range?.[0] ?? start, end: last?.range?.[1] ?? valueEnd };
  if (/\d$/.test(text.slice(start, valueEnd)) && /^,\d/.test(text.slice(valueEnd))) {
    return { key, next, ...decimalComma(key, text.slice(start, range.end), range) };
  }
  if (typeof pair.value.value !== 'string' || !(options.isText || expressionKeys.has(key))) return undefined;
  const isPlain = pair.value.type === Scalar.PLAIN;
  const value = isPlain ? text.slice(start, range.end) : pair.value.value + text.slice(valueEnd, range.end);
  const hint = `Write ${key}: ${quoted(value)}`;
  return {
    key,
    next,
    value,
    trap: { code: 'text_cut', message: 'Between { and }, a comma ends the text.', range, hint },
  };
}

/** A plain piece without a colon, which is no key that could have lost its value. */
function isRest({ key, value }: NodePair, keys: ReadonlySet<string>): boolean {
  return value === null && isScalar(key) && key.type === Scalar.PLAIN && !keys.has(keyText(key) ?? '');
}

function decimalComma(key: string, source: string, range: Trap['range'] & object): Pick<CutValue, 'value' | 'trap'> {
  const repaired = source.replaceAll(/(\d),(?=\d)/g, '$1.');
  const trap: Trap = {
    code: 'bad_number',
    message: 'A number is written with a decimal point, not with a comma.',
    range,
    hint: `Write ${key}: ${repaired}`,
  };
  const number = Number(repaired);
  return { trap, value: Number.isNaN(number) ? repaired : number };
}
