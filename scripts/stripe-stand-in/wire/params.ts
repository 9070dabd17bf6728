import type { Stripe } from 'stripe';
import { badRequest } from '../stripe-fault.ts';

/** Parameters as they come: text, or named or numbered parameters in it (`metadata[plan]`, `expand[]`). */
export interface Form {
  [name: string]: string | Form;
}

/** Reads a parameter by its whole name; what is of the wrong kind is refused as Stripe does. */
interface Reader<Value> {
  (value: string | Form, name: string): Value;
  readonly isNeeded?: true;
}

/** The parameters that a call takes; any other is refused, rather than ignored. */
export type Shape = Readonly<Record<string, Reader<unknown>>>;

/** What was given of a shape: what was left out isn't there. */
export type Given<Of extends Shape> = {
  readonly [Name in keyof Of as Of[Name] extends { readonly isNeeded: true } ? Name : never]: ReturnType<Of[Name]>;
} & {
  readonly [Name in keyof Of as Of[Name] extends { readonly isNeeded: true } ? never : Name]?: ReturnType<Of[Name]>;
};

/** Reads a form, or the part of it that has this name; throws a `StripeFault` for what the shape doesn't take. */
export function read<Of extends Shape>(form: Form, shape: Of, prefix?: string): Given<Of> {
  const nameOf = (name: string) => (prefix === undefined ? name : `${prefix}[${name}]`);
  const unknown = Object.keys(form).find((name) => !Object.hasOwn(shape, name));
  if (unknown !== undefined) {
    const param = nameOf(unknown);
    throw badRequest(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
  }
  const given = Object.entries(shape).flatMap(([name, reader]) =>
    form[name] === undefined && !reader.isNeeded ? [] : [[name, reader(form[name] ?? '', nameOf(name))] as const],
  );
  return Object.fromEntries(given) as Given<Of>;
}

/** Text; null where it is empty. */
export const freeText: Reader<string | null> = (value, param) => {
  if (typeof value === 'object') throw badRequest(`Invalid string: ${param}`, { param });
  return value === '' ? null : value;
};

/** At least one, or at least another number. */
export const integerFrom =
  (least: number): Reader<number> =>
  (value, param) => {
    const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : NaN;
    if (number >= least) return number;
    throw badRequest(`Invalid integer: ${param}`, { code: 'parameter_invalid_integer', param });
  };
export const integer = integerFrom(-Infinity);
export const count = integerFrom(1);

export const oneOf =
  <Choice extends string>(...choices: readonly Choice[]): Reader<Choice> =>
  (value, param) => {
    const choice = choices.find((known) => known === value);
    if (choice !== undefined) return choice;
    throw badRequest(`Invalid ${param}: must be one of ${choices.join(', ')}`, { param });
  };

const readFlag = oneOf('true', 'false');
export const flag: Reader<boolean> = (value, name) => readFlag(value, name) === 'true';

/** Parameters inside of one. */
export const inside =
  <Of extends Shape>(shape: Of): Reader<Given<Of>> =>
  (value, param) => {
    if (typeof value === 'string') throw badRequest('Invalid object', { param });
    return read(value, shape, param);
  };

/** A list. */
export const each =
  <Item>(reader: Reader<Item>): Reader<Item[]> =>
  (value, name) =>
    typeof value === 'string' ? [] : Object.entries(value).map(([key, item]) => reader(item, `${name}[${key}]`));

export const texts = each<string>((value, name) => freeText(value, name) ?? '');

/** What is empty in it is left out. */
export const metadata: Reader<Stripe.Metadata> = (value, name) =>
  Object.fromEntries(
    Object.entries(value).flatMap(([key, entry]) => {
      const written = freeText(entry, `${name}[${key}]`);
      return written === null ? [] : [[key, written]];
    }),
  );

/** Refused where it isn't there. */
export function needed<Value>(reader: Reader<Value>) {
  const readIt = (value: string | Form, param: string): NonNullable<Value> => {
    if (value === '') throw badRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
    return reader(value, param) as NonNullable<Value>;
  };
  return Object.assign(readIt, { isNeeded: true as const });
}

/** Reads a form body or the query of an address. What contradicts itself (`a=1&a[b]=2`) is read as its last part. */
export function parseForm(encoded: string): Form {
  const form = Object.create(null) as Form; // without a prototype: names come from outside
  for (const [key, value] of new URLSearchParams(encoded)) put(form, pathOf(key), value);
  return form;
}

/** `a[b][]` is a, b and "the next number". */
function pathOf(key: string): string[] {
  const [, first = key, rest = ''] = /^([^[]*)((?:\[[^\]]*\])*)$/.exec(key) ?? [];
  return [first, ...Array.from(rest.matchAll(/\[([^\]]*)\]/g), ([, name = '']) => name)];
}

function put(form: Form, [first = '', ...rest]: readonly string[], value: string): void {
  const name = first === '' ? String(Object.keys(form).length) : first;
  const inner = form[name];
  if (rest.length === 0) form[name] = value;
  else put((form[name] = typeof inner === 'object' ? inner : (Object.create(null) as Form)), rest, value);
}
