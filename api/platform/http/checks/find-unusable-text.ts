import type { FieldMistake } from '../api-error.ts';

/** Deeper than any answer of a quiz, and far from where recursion becomes dangerous. */
const deepest = 20;

/** Neither PostgreSQL nor UTF-8 can hold these: the zero character, and halves of surrogate pairs. */
const unusable = /[\0\p{Surrogate}]/u;

/**
 * What in this JSON value can't be stored: text with unusable characters, a key `__proto__`, nesting that is too deep.
 * Schemas can't say this of the parts that they leave open.
 */
export function findUnusableText(value: unknown): FieldMistake[] {
  const mistakes: FieldMistake[] = [];
  search(value, [], mistakes);
  return mistakes;
}

function search(value: unknown, path: readonly string[], mistakes: FieldMistake[]): void {
  if (path.length > deepest || (typeof value === 'string' && unusable.test(value))) {
    mistakes.push({ field: path.join('.'), code: 'invalid' });
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, part] of Object.entries(value)) {
      if (key === '__proto__' || unusable.test(key)) mistakes.push({ field: path.join('.'), code: 'invalid' });
      else search(part, [...path, key], mistakes);
    }
  }
}
