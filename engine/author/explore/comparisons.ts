import type { Comparisons } from '../steps/candidate.ts';
import { rulesOf } from '../../run/steps/index.ts';
import type { Operator, Slot, Term } from '../expression/terms.ts';
import type { ExplorableFunnel } from './visit-state.ts';
import type { Value } from '../../run/expression.ts';

export const notCompared: Comparisons = { texts: new Set(), numbers: new Set(), isAll: true };

/** Looks through conditions for what a slot is compared with. */
export function comparisonsWith(slot: Slot, conditions: readonly Term[]): Comparisons {
  const values = new Set<Value>();
  const sought = new Set<Value>();
  const seen = new Set<Term>();
  let isAll = true;

  function collect(term: Term): void {
    if (term.kind !== 'operation' || !term.slots.has(slot) || seen.has(term)) return;
    seen.add(term);
    const isDirect = term.parts.some((part) => part.kind === 'slot' && part.slot === slot);
    const shifted = shiftedBy(slot, term);
    if (shifted) {
      for (const number of shifted) values.add(number);
      return;
    }
    if (isDirect) isAll &&= isSimple(term);
    for (const part of term.parts) {
      if (part.kind === 'known' && isDirect) addValues(part.value, term.operator === 'contains' ? sought : values);
      collect(part);
    }
  }

  for (const condition of conditions) collect(condition);
  return {
    texts: new Set([...values].filter((value) => typeof value === 'string')),
    parts: new Set([...sought].filter((value) => typeof value === 'string')),
    numbers: new Set([...values].filter((value) => typeof value === 'number')),
    isAll,
  };
}

/** Whether an operation on a slot sees no more of it than how it compares with known values. */
function isSimple({ operator, parts }: Term & { kind: 'operation' }): boolean {
  return seesNoMore.has(operator) || (compares.has(operator) && parts.some(({ kind }) => kind === 'known'));
}

const seesNoMore: ReadonlySet<Operator> = new Set<Operator>(['and', 'or', 'not', 'count', 'answered', 'contains']);
const compares: ReadonlySet<Operator> = new Set<Operator>(['==', '!=', '<', '<=', '>', '>=', 'in']);

function addValues(value: Value, values: Set<Value>): void {
  if (Array.isArray(value)) for (const each of value) addValues(each as Value, values);
  else values.add(value);
}

/**
 * Of a sum or a difference with a known number that is only compared with another, such as `today - birthday >= 6574`:
 * what the slot itself is so compared with. Candidates lie on both sides of it, so that rounding changes nothing.
 */
function shiftedBy(slot: Slot, { operator, parts }: Term & { kind: 'operation' }): readonly number[] | undefined {
  if (!orders.has(operator)) return undefined;
  const limit = parts.find((part) => part.kind === 'known');
  const shift = parts.find((part) => part.kind === 'operation');
  if (typeof limit?.value !== 'number' || !shift || !['+', '-'].includes(shift.operator)) return undefined;
  const [left, right] = shift.parts;
  const by = [left, right].find((part) => part?.kind === 'known');
  const isOfSlot = [left, right].some((part) => part?.kind === 'slot' && part.slot === slot);
  if (!isOfSlot || by?.kind !== 'known' || typeof by.value !== 'number') return undefined;
  if (shift.operator === '+') return [limit.value - by.value];
  return left === by ? [by.value - limit.value] : [limit.value + by.value];
}

const orders: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=']);

/**
 * Texts for whatever is free to be any text: those that it is compared with, and one that is none of them. Where texts are
 * compared with each other, every text in the conditions and as many others as there are such texts. Of what is looked for
 * in them, all of it that can be there at once.
 */
export function textSource(
  funnel: ExplorableFunnel,
  conditions: readonly { readonly term: Term }[],
): (comparisons: Comparisons) => readonly string[] {
  let all: readonly string[] | undefined;
  return ({ texts, parts = new Set(), isAll }) => {
    if (isAll) return [...texts, ...togetherOf(parts), ...othersThan(new Set([...texts, ...parts]), 1)];
    all ??= allTexts(funnel, conditions);
    return [...all, ...togetherOf(parts)];
  };
}

/** A text for each choice of some of these: they hold no comma, so that it holds nothing else of them. */
function togetherOf(parts: ReadonlySet<string>): readonly string[] {
  return [...parts].reduce<readonly string[]>(
    (texts, part) => [...texts, part, ...texts.map((text) => `${text}, ${part}`)],
    [],
  );
}

function allTexts(funnel: ExplorableFunnel, conditions: readonly { readonly term: Term }[]): readonly string[] {
  const texts = new Set(funnel.experiments.flatMap(({ variants }) => variants.map(({ name }) => name)));
  const seen = new Set<Term>();
  let free = funnel.hiddenFields.length;
  for (const step of funnel.steps) {
    if (rulesOf(step).question?.isFreeText) free += 1;
    if ('options' in step) for (const { key } of step.options) texts.add(key);
  }
  for (const { term } of conditions) addTexts(term, { texts, seen });
  return [...texts, ...othersThan(texts, free)];
}

function addTexts(term: Term, found: { readonly texts: Set<string>; readonly seen: Set<Term> }): void {
  if (found.seen.has(term)) return;
  found.seen.add(term);
  if (term.kind === 'operation') for (const part of term.parts) addTexts(part, found);
  if (term.kind !== 'known') return;
  const values = Array.isArray(term.value) ? (term.value as readonly unknown[]) : [term.value];
  for (const value of values) if (typeof value === 'string') found.texts.add(value);
}

/** So many other texts of one letter, and so many other addresses. */
function othersThan(texts: ReadonlySet<string>, count: number): readonly string[] {
  const letters: string[] = [];
  const addresses: string[] = [];
  for (let code = 0x61; letters.length < count || addresses.length < count; code += 1) {
    const letter = String.fromCodePoint(code);
    if (!letter.trim()) continue;
    if (letters.length < count && !texts.has(letter)) letters.push(letter);
    if (addresses.length < count && !texts.has(`${letter}@b.co`)) addresses.push(`${letter}@b.co`);
  }
  return [...letters, ...addresses];
}
