import { isMap, isScalar, type Node } from 'yaml';
import { didYouMean } from '../did-you-mean.ts';
import type { Finding } from '../finding.ts';
import { exampleOf, explainName, type Explanation } from './explain-name.ts';
import type { SchemaError } from './validate.ts';
import { hintForNumber } from '../yaml/numbers.ts';
import { quoted } from '../yaml/tree.ts';
import { pointsOfScale } from '../steps/matrix.ts';
import { stepTypes } from '../steps/index.ts';
import type { Path } from '../../problem.ts';
import { type BrokenPart, type FunnelDocument, locate } from '../document.ts';

/** What is wrong with a value itself: its type, or what it says. */
export function* explainValue(
  document: FunnelDocument,
  path: Path,
  errors: readonly SchemaError[],
): Iterable<{ finding: Finding; parts: readonly BrokenPart[] }> {
  const names = errors.filter(({ propertyName }) => propertyName !== undefined);
  for (const error of names) {
    const at = [...path, String(error.propertyName)];
    const explained = explainName(String(error.propertyName), error.parentSchema ?? {}, path.at(-1));
    yield { finding: { in: document, path: at, target: 'key', ...explained }, parts: [{ path: at }] };
  }
  const error = errors.find(({ keyword }) => keyword === 'type') ?? errors.find((other) => !names.includes(other));
  if (!error) return;
  if (error.keyword === 'uniqueItems') {
    const second = Math.max(Number(error.params['i']), Number(error.params['j']));
    const at = [...path, second];
    const message = `${JSON.stringify((error.data as unknown[])[second])} is in this list twice.`;
    yield { finding: { in: document, path: at, code: 'listed_twice', message }, parts: [{ path: at }] };
    return;
  }
  if (error.keyword === 'discriminator') {
    const at = [...path, 'type'];
    yield { finding: { in: document, path: at, ...explainStepType(error) }, parts: [{ path: at }] };
    return;
  }
  const explained =
    error.keyword === 'type' ? explainType(document, path, error) : explainContent(document, path, error);
  yield { finding: { in: document, path, ...explained }, parts: [{ path }] };
}

const typesHint = `The types are ${stepTypes.join(', ')}.`;

function explainStepType({ data }: SchemaError): Explanation {
  const given = valueAt(data, ['type']);
  if (given === null) return { code: 'empty', message: '"type" has no value.', hint: typesHint };
  const known = stepTypes.find((type) => type === given);
  if (known !== undefined) {
    const message = `A field of a group can't be of the type ${known}: it has to be a question.`;
    return { code: 'unknown_step_type', message, hint: 'Give it a step of its own.' };
  }
  const message = `${JSON.stringify(given)} is not a type of step.`;
  const guess = didYouMean(typeof given === 'string' ? given : '', stepTypes);
  return { code: 'unknown_step_type', message, hint: guess.hint ?? typesHint };
}

function nameOf(path: Path): string {
  const last = path.at(-1);
  if (last === undefined) return 'This file';
  return typeof last === 'number' ? 'This item' : `"${last}"`;
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a mapping of keys to values',
  null: 'empty',
};

function explainType(document: FunnelDocument, path: Path, error: SchemaError): Explanation {
  const wanted = String(error.params['type'])
    .split(',')
    .filter((type) => type !== 'null');
  const { node, range } = locate(document, path);
  const { data, parentSchema } = error;
  const name = nameOf(path);
  if (data === null) return explainNull(document, range.end, name, path);
  const trap = wanted.includes('string') ? explainUnquoted(document, path, node, error) : undefined;
  if (trap) return trap;
  if (typeof data === 'number' && !Number.isFinite(data)) return explainUncountable(name, node);
  if (wanted.includes('object') && Array.isArray(data) && path.at(-1) === 'options') {
    return {
      code: 'wrong_type',
      message: `${name} must be a mapping, not a list.`,
      hint: 'Write falling_asleep: {} without the dash.',
    };
  }
  if (parentSchema?.title === pointsOfScale && typeof data === 'object') return explainDimensions(data);
  const expected = wanted.map((type) => kinds[type] ?? type).join(' or ');
  const isNumberWanted = wanted.some((type) => type === 'number' || type === 'integer');
  const hint =
    (isNumberWanted && typeof data === 'string' ? hintForNumber(data) : undefined) ??
    (wanted.includes('boolean') ? hintForTruth(data) : undefined) ??
    exampleHint(error);
  return {
    code: 'wrong_type',
    message: `${name} must be ${expected}, not ${kindOf(data)}.`,
    ...(hint !== undefined && { hint }),
  };
}

/** `score: { calm: 2 }` on the scale of a matrix: there every row says for itself what it counts on. */
function explainDimensions(score: object): Explanation {
  const [[name, points] = ['calm', 2]] = Object.entries(score) as [string, unknown][];
  return {
    code: 'wrong_type',
    message: 'On the scale of a matrix, "score" is a number: its rows say on which dimension they count.',
    hint: `Write score: ${String(points)} here, and score: { ${name}: 1 } on each row that counts on ${name}.`,
  };
}

/** What `yes` and the like mean where true or false is wanted. */
function hintForTruth(data: unknown): string | undefined {
  if (typeof data !== 'string') return undefined;
  if (/^(?:true|false)$/i.test(data)) return `Write ${data.toLowerCase()}, without quotes.`;
  return /^(?:yes|on|sí|si)$/i.test(data) ? 'Write true.' : /^(?:no|off)$/i.test(data) ? 'Write false.' : undefined;
}

function explainUncountable(name: string, node: Node | null): Explanation {
  const source = isScalar(node) ? (node.source ?? '') : '';
  return { code: 'bad_number', message: `${name} must be a number to count with, which ${source} is not.` };
}

function explainNull(document: FunnelDocument, keyEnd: number, name: string, path: Path): Explanation {
  const rest = /^"?'?:?[ \t]+(#[^\n]*)/.exec(document.text.slice(keyEnd, keyEnd + 500))?.[1]?.trimEnd();
  if (rest !== undefined && /^#[^\s#]/.test(rest)) {
    const hint = `Write ${path.at(-1)}: ${quoted(rest)}`;
    return { code: 'text_cut', message: 'What follows the # is taken for a comment.', hint };
  }
  return { code: 'empty', message: `${name} has no value.`, hint: 'Write one, or remove the key.' };
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'number' && !Number.isInteger(value)) return 'a number with decimals';
  if (typeof value === 'boolean') return String(value);
  return kinds[value === null ? 'null' : typeof value] ?? typeof value;
}

/** A text was wanted, and YAML made something else of what stands there without quotes. */
function explainUnquoted(
  document: FunnelDocument,
  path: Path,
  node: Node | null,
  { data, parentSchema = {} }: SchemaError,
): Explanation | undefined {
  const key = path.at(-1);
  const write = (text: string): string => `Write ${typeof key === 'string' ? `${key}: ` : ''}${quoted(text)}`;
  if (isScalar(node) && typeof data !== 'string') {
    const source = node.source ?? String(node.value);
    const kind = typeof data === 'boolean' ? 'a yes-or-no value' : 'a number';
    const message = `Without quotes, ${source} is ${kind}, not a text.`;
    const isCondition = key === 'when' || key === 'show_if';
    if (isCondition && data === true) {
      const hint =
        key === 'when' ? 'For everyone who is left, write else.' : 'A step without show_if is shown to everyone.';
      return { code: 'unquoted_value', message, hint };
    }
    if (parentSchema.title === 'a target') {
      const hint = `Write ${key}: and the id of a later step, or ${key}: finish`;
      return { code: 'wrong_type', message: `"${key}" needs the id of a step, which ${source} is not.`, hint };
    }
    if (parentSchema.title === 'a condition') {
      const example = exampleOf(parentSchema.examples);
      return { code: 'wrong_type', message: `${source} is not a condition.`, hint: `Such as ${key}: ${example}` };
    }
    if (!new RegExp(parentSchema.pattern ?? '').test(source)) return explainName(source, parentSchema);
    return { code: 'unquoted_value', message, hint: write(source) };
  }
  if (!isMap(node) || node.items.length !== 1 || !node.range) return undefined;
  const source = document.text.slice(node.range[0], node.range[1]).trimEnd();
  if (source.includes('\n') || /^["'[{&*!|>]/.test(source)) return undefined;
  return {
    code: 'unquoted_colon',
    message: source.endsWith(':')
      ? 'A text that ends with a colon must stand in quotes.'
      : 'A text with a colon and a space in it must stand in quotes.',
    hint: write(source),
  };
}

/** The value has the right type but can't be what it is. */
function explainContent(document: FunnelDocument, path: Path, error: SchemaError): Explanation {
  const { keyword, params, data, parentSchema = {} } = error;
  const name = nameOf(path);
  switch (keyword) {
    case 'pattern':
      return parentSchema.pattern === '\\S'
        ? { code: 'empty', message: `${name} is an empty text.` }
        : explainName(String(data), parentSchema);
    case 'enum':
    case 'const':
      if (data === null) return explainNull(document, locate(document, path).range.end, name, path);
      return explainChoice(path, data, (params['allowedValues'] as unknown[] | undefined) ?? [params['allowedValue']]);
    case 'minItems':
    case 'minProperties':
      return explainTooFew(name, Number(params['limit']), parentSchema.title);
    case 'maxItems':
    case 'maxProperties': {
      const message = `${name} must have at most ${String(params['limit'])} entries.`;
      return { code: 'too_many', message, hint: 'Remove some, or put them on a step of their own.' };
    }
    case 'not':
      return {
        code: 'either_or',
        message: `${name} has ${['sum', 'value', 'text'].filter((key) => valueAt(data, [key]) !== undefined).join(' and ')}; it must be one of them.`,
      };
    case 'maxLength':
      return { code: 'wrong_type', message: `${name} has more than ${String(params['limit'])} characters.` };
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
      return explainLimit(name, keyword, Number(params['limit']));
    default:
      return { code: 'wrong_type', message: `${name} ${error.message ?? 'is not valid'}.` };
  }
}

/** How people shorten units. */
const shortened: Readonly<Record<string, string>> = {
  '%': 'percent',
  cm: 'centimeters',
  centimetres: 'centimeters',
  feet: 'feet_and_inches',
  ft: 'feet_and_inches',
  h: 'hours',
  hr: 'hours',
  kg: 'kilograms',
  kgs: 'kilograms',
  kilos: 'kilograms',
  lb: 'pounds',
  lbs: 'pounds',
  min: 'minutes',
  y: 'years',
  yr: 'years',
};

function explainChoice(path: Path, data: unknown, allowed: readonly unknown[]): Explanation {
  const key = path.findLast((part) => typeof part === 'string');
  const message = `${JSON.stringify(data)} is not a value of ${key === undefined ? nameOf(path) : `"${key}"`}.`;
  if (allowed.some((value) => typeof value !== 'string' && String(value) === data)) {
    return { code: 'unknown_value', message, hint: `Without quotes, write ${path.at(-1)}: ${String(data)}` };
  }
  const long = shortened[String(data).toLowerCase()];
  if (long !== undefined && allowed.includes(long)) return { code: 'unknown_value', message, hint: `Write ${long}.` };
  const guess = didYouMean(String(data), allowed.map(String));
  return { code: 'unknown_value', message, hint: guess.hint ?? `Write ${allowed.join(' or ')}.` };
}

function explainTooFew(name: string, limit: number, title: string | undefined): Explanation {
  if (limit === 1) return { code: 'empty', message: `${name} has nothing in it.` };
  return {
    code: 'too_few',
    message: `${name} must have at least ${limit} entries${title === 'the variants' ? ' to choose between' : ''}.`,
  };
}

function explainLimit(name: string, keyword: string, limit: number): Explanation {
  const relation = keyword === 'minimum' ? 'at least' : keyword === 'maximum' ? 'at most' : 'more than';
  return { code: 'bad_number', message: `${name} must be ${relation} ${limit}.` };
}

function exampleHint({ parentSchema }: SchemaError): string | undefined {
  const example = exampleOf(parentSchema?.examples);
  return example === undefined ? undefined : `Such as ${example}.`;
}

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
