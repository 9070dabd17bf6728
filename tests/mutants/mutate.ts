import { parseSync } from 'vite';

/** One small change to a file that its tests should notice. */
export interface Mutant {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** Where what is replaced begins and ends. */
  readonly start: number;
  readonly end: number;
  readonly from: string;
  readonly to: string;
}

/** Every mutant of a TypeScript file, in the order of its text: other operators, conditions, numbers, words of SQL. */
export function mutantsOf(file: string, source: string): readonly Mutant[] {
  const { program } = parseSync(file, source);
  const mutants: Mutant[] = [];
  for (const node of nodesOf(program)) {
    for (const { start, end, to } of changesOf(node, source)) {
      const line = source.slice(0, start).split('\n').length;
      mutants.push({ file, line, start, end, from: source.slice(start, end), to });
    }
  }
  return mutants.toSorted((a, b) => a.start - b.start || a.end - b.end);
}

/** The file with the mutant in it. */
export function apply(source: string, { start, end, to }: Mutant): string {
  return source.slice(0, start) + to + source.slice(end);
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

interface Change {
  readonly start: number;
  readonly end: number;
  readonly to: string;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string';

/** Whose parts are expressions all the same. */
const typed = /^TS(As|Satisfies|NonNull)/;

/** The nodes of a tree that do something: types don't. */
function* nodesOf(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const each of value) yield* nodesOf(each);
  if (!isNode(value) || (value.type.startsWith('TS') && !typed.test(value.type))) return;
  yield value;
  for (const part of Object.values(value)) if (typeof part === 'object') yield* nodesOf(part);
}

const operators: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '&&': '||',
  '||': '&&',
};

function changesOf(node: Node, source: string): readonly Change[] {
  const { type, start, end } = node;
  if (type === 'BinaryExpression' || type === 'LogicalExpression') return changesOfOperator(node, source);
  if (type === 'IfStatement' || type === 'ConditionalExpression')
    return [true, false].map((to) => whole(node['test'], to));
  if (type === 'UnaryExpression' && node['operator'] === '!') return [{ start, end: start + 1, to: '' }];
  if (type === 'Literal' && typeof node['value'] === 'number') return [{ start, end, to: otherNumber(node['value']) }];
  if (type === 'Literal' && typeof node['value'] === 'boolean') return [whole(node, !node['value'])];
  if (type === 'ExpressionStatement') return [{ start, end, to: ';' }];
  return type === 'TemplateElement' ? changesOfSql(node, source) : [];
}

function changesOfOperator(node: Node, source: string): readonly Change[] {
  const [left, right, operator] = [node['left'] as Node, node['right'] as Node, node['operator'] as string];
  if (operator === '??') return [{ start: left.end, end: right.end, to: '!' }];
  const to = operators[operator];
  const start = source.indexOf(operator, left.end);
  return to === undefined ? [] : [{ start, end: start + operator.length, to }];
}

/** So far from it that a rounding can't hide it. */
const otherNumber = (value: number) => `${Math.abs(value) < 10 ? value + 1 : value * 10}`;

const whole = (node: unknown, to: boolean): Change => {
  const { start, end } = node as Node;
  return { start, end, to: `${to}` };
};

/** What can be otherwise in a statement of SQL. */
const sql: readonly (readonly [RegExp, string])[] = [
  [/\bAND NOT \w+/g, ''],
  [/\bAND\b/g, 'OR'],
  [/\bIS NOT NULL\b/g, 'IS NULL'],
  [/\bIS NULL\b/g, 'IS NOT NULL'],
  [/(?<= )<(?= )/g, '<='],
  [/(?<= )>(?= )/g, '>='],
  [/ DESC\b/g, ''],
  [/(?<='\w+'), '\w+'(?=[,)])/g, ''],
  [/ - '\w+'/g, ''],
  [/\b\d+(?= (?:minutes?|hours?|days?)')/g, '1000'],
];

function changesOfSql({ start, end }: Node, source: string): readonly Change[] {
  const text = source.slice(start, end);
  if (!/\b(?:SELECT|UPDATE|DELETE|WHERE|INSERT)\b/.test(text)) return [];
  return sql.flatMap(([what, to]) =>
    Array.from(text.matchAll(what), ({ index, 0: found }) => ({
      start: start + index,
      end: start + index + found.length,
      to,
    })),
  );
}
