import type { Stripe } from 'stripe';
import { badRequest } from '../stripe-fault.ts';

/** Reads parameters; what is of the wrong kind is refused as Stripe does. What is not there, or empty, is null. */
export interface Params {
  readonly names: readonly string[];
  has(name: string): boolean;
  text(name: string): string | null;
  required(name: string): string;
  integer(name: string): number | null;
  flag(name: string): boolean | null;
  oneOf<Choice extends string>(name: string, choices: readonly Choice[]): Choice | null;
  texts(name: string): string[];
  /** Parameters inside of one. */
  inside(name: string): Params | null;
  /** Parameters inside of each entry of a list. */
  each(name: string): Params[];
  /** Metadata as it is after this change: what is empty in it goes away. */
  metadata(before?: Stripe.Metadata | null): Stripe.Metadata;
}

export function createParams(form: Form, prefix = ''): Params {
  const nameOf = (name: string) => (prefix === '' ? name : `${prefix}[${name}]`);

  function text(name: string): string | null {
    const value = form[name];
    if (typeof value === 'object') throw badRequest(`Invalid string: ${nameOf(name)}`, { param: nameOf(name) });
    return value === undefined || value === '' ? null : value;
  }

  function inside(name: string): Params | null {
    const value = form[name];
    if (value === undefined || value === '') return null;
    if (typeof value === 'string') throw badRequest('Invalid object', { param: nameOf(name) });
    return createParams(value, nameOf(name));
  }

  const params: Params = {
    names: Object.keys(form),
    has: (name) => form[name] !== undefined,
    text,
    inside,
    required(name) {
      const value = text(name);
      if (value !== null) return value;
      const param = nameOf(name);
      throw badRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
    },
    integer(name) {
      const value = text(name);
      if (value === null) return null;
      if (/^-?\d{1,15}$/.test(value)) return Number(value);
      const param = nameOf(name);
      throw badRequest(`Invalid integer: ${value}`, { code: 'parameter_invalid_integer', param });
    },
    flag(name) {
      const value = params.oneOf(name, ['true', 'false']);
      return value === null ? null : value === 'true';
    },
    oneOf(name, choices) {
      const value = text(name);
      const choice = choices.find((known) => known === value);
      if (value === null || choice !== undefined) return choice ?? null;
      throw badRequest(`Invalid ${nameOf(name)}: must be one of ${choices.join(', ')}`, { param: nameOf(name) });
    },
    texts: (name) => inside(name)?.names.map((key) => inside(name)?.text(key) ?? '') ?? [],
    each(name) {
      const entries = inside(name);
      return entries?.names.flatMap((key) => entries.inside(key) ?? []) ?? [];
    },
    metadata(before) {
      if (params.has('metadata') && form['metadata'] === '') return {};
      const changes = inside('metadata');
      const merged = { ...before, ...Object.fromEntries(changes?.names.map((key) => [key, changes.text(key)]) ?? []) };
      return Object.fromEntries(Object.entries(merged).filter((entry): entry is [string, string] => entry[1] !== null));
    },
  };
  return params;
}

/** Parameters as they come: text, or named or numbered parameters in it (`metadata[plan]`, `expand[]`). */
interface Form {
  [name: string]: string | Form;
}

/** Reads a form body or the query of an address. What contradicts itself (`a=1&a[b]=2`) is read as its last part. */
export function parseForm(text: string): Form {
  const form = emptyForm();
  for (const [key, value] of new URLSearchParams(text)) put(form, pathOf(key), value);
  return form;
}

/** Without a prototype: names come from outside. */
function emptyForm(): Form {
  return Object.create(null) as Form;
}

/** `a[b][]` is a, b and "the next number". */
function pathOf(key: string): string[] {
  const [, first = key, rest = ''] = /^([^[]*)((?:\[[^\]]*\])*)$/.exec(key) ?? [];
  return [first, ...Array.from(rest.matchAll(/\[([^\]]*)\]/g), ([, name = '']) => name)];
}

function put(form: Form, path: readonly string[], value: string): void {
  const [first = '', ...rest] = path;
  const name = first === '' ? String(Object.keys(form).length) : first;
  if (rest.length === 0) {
    form[name] = value;
    return;
  }
  const inner = form[name];
  const child = typeof inner === 'object' ? inner : emptyForm();
  form[name] = child;
  put(child, rest, value);
}
