import type { BinaryOperator, Expression, FunctionName } from '../../model.ts';
import { evaluate, type EvaluationScope, type Value } from '../../run/expression.ts';

type Draft = Term extends infer Each ? (Each extends Term ? Omit<Each, 'id'> : never) : never;

const nothing: ReadonlySet<Slot> = new Set();

/** Makes terms, each only once, and works out what can be known of them. Every rule is one of `engine/run/expression.ts`. */
export class Terms {
  readonly #made = new Map<string, Term>();
  readonly missing = this.known(undefined);
  readonly true = this.known(true);
  readonly false = this.known(false);

  known(value: Value): Term {
    return this.#make(`= ${print(value)}`, { kind: 'known', value, slots: nothing });
  }

  slot(slot: Slot): Term {
    return this.#make(`? ${slot}`, { kind: 'slot', slot, slots: new Set([slot]) });
  }

  /** The sum of a dimension at any later place of a visit that has this many points so far. */
  sum(slot: Slot, total: number): Term {
    return this.#make(`+ ${total} ${slot}`, { kind: 'sum', slot, total, slots: new Set([slot]) });
  }

  operation(operator: Operator, parts: readonly Term[]): Term {
    if (parts.every(isKnown))
      return this.known(
        applyOperator(
          operator,
          parts.map(({ value }) => value),
        ),
      );
    return this.#shorten(operator, parts) ?? this.#write(operator, parts);
  }

  #write(operator: Operator, written: readonly Term[]): Term {
    const parts = exchangeable.has(operator) ? written.toSorted((a, b) => a.id - b.id) : written;
    let key: string = operator;
    for (const { id } of parts) key += ` ${id}`;
    return this.#made.get(key) ?? this.#make(key, { kind: 'operation', operator, parts, slots: slotsOf(parts) });
  }

  /** What an operation is worth, or comes down to, when only some of its parts are known. */
  #shorten(operator: Operator, parts: readonly Term[]): Term | undefined {
    const known = parts.filter(isKnown);
    switch (operator) {
      case 'and':
        if (known.some(({ value }) => value !== true)) return this.false;
        return known.length > 0 || parts[0] === parts[1] ? this.#asCondition(parts.find(isOpen)) : undefined;
      case 'or':
        if (known.some(({ value }) => value === true)) return this.true;
        return known.length > 0 || parts[0] === parts[1] ? this.#asCondition(parts.find(isOpen)) : undefined;
      case 'not':
        return isOperation(parts[0], 'not') ? this.#asCondition(parts[0].parts[0]) : undefined;
      case '==':
        return known.some(isEqualToNothing) ? this.false : undefined;
      case '!=':
        return known.some(isEqualToNothing) ? this.true : undefined;
      case 'in':
        return this.#shortenIn(parts);
      case '<':
      case '<=':
      case '>':
      case '>=':
        return known.some(isNoNumber) ? this.false : undefined;
      case 'answered':
        return parts[0] && isGivenNumber(parts[0]) ? this.true : undefined;
      case 'count':
        return parts[0] && isGivenNumber(parts[0]) ? this.known(1) : undefined;
      case 'list':
        return undefined;
      case 'contains':
        return parts[0]?.kind === 'known' && typeof parts[0].value !== 'string' ? this.false : undefined;
      case '+':
      case '-':
      case '*':
      case '/':
      case '^':
      case 'negate':
      case 'min':
      case 'max':
      case 'abs':
      case 'round':
      case 'floor':
      case 'ceil':
      case 'years_since':
        return known.some(isNoNumber) ? this.missing : undefined;
      case 'if':
        if (parts[1] === parts[2]) return parts[1];
        return parts[0]?.kind === 'known' ? parts[parts[0].value === true ? 1 : 2] : undefined;
      case 'default':
        if (parts[0] === parts[1] || (parts[0] && isGivenNumber(parts[0]))) return parts[0];
        return parts[0]?.kind === 'known' ? (parts[0].value === undefined ? parts[1] : parts[0]) : undefined;
    }
  }

  #shortenIn([item, list]: readonly Term[]): Term | undefined {
    const isNever =
      (item?.kind === 'known' && isEqualToNothing(item)) ||
      (list?.kind === 'known' && !(Array.isArray(list.value) && list.value.length > 0));
    return isNever ? this.false : undefined;
  }

  /** Whether a term is true: itself, if it can only be true or false. */
  #asCondition(term: Term | undefined): Term | undefined {
    if (!term || (term.kind === 'operation' && conditions.has(term.operator))) return term;
    return this.#write('and', [this.true, term]);
  }

  #make(key: string, draft: Draft): Term {
    const known = this.#made.get(key);
    if (known) return known;
    const term = { ...draft, id: this.#made.size } as Term;
    this.#made.set(key, term);
    return term;
  }
}

/** What a whole depends on. */
function slotsOf(parts: readonly Term[]): ReadonlySet<Slot> {
  const first = parts.find(isOpen)?.slots ?? nothing;
  let more: Set<Slot> | undefined;
  for (const { slots } of parts) {
    if (slots === first) continue;
    for (const slot of slots) if (!first.has(slot)) (more ??= new Set(first)).add(slot);
  }
  return more ?? first;
}

const exchangeable: ReadonlySet<Operator> = new Set<Operator>(['and', 'or', '==', '!=']);
const conditions: ReadonlySet<Operator> = new Set<Operator>([
  'and',
  'or',
  'not',
  '==',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  'in',
  'answered',
  'contains',
]);

/** Whether it is an answer that was given, whatever it is. */
function isGivenNumber(term: Term): boolean {
  return term.kind === 'slot' && isNumber(term.slot);
}

function isKnown(term: Term): term is KnownTerm {
  return term.kind === 'known';
}

function isOpen(term: Term): boolean {
  return term.kind !== 'known';
}

function isOperation(term: Term | undefined, operator: Operator): term is Term & { kind: 'operation' } {
  return term?.kind === 'operation' && term.operator === operator;
}

function isEqualToNothing({ value }: KnownTerm): boolean {
  return value === undefined || Array.isArray(value);
}

function isNoNumber({ value }: KnownTerm): boolean {
  return typeof value !== 'number';
}

function print(value: Value): string {
  if (Array.isArray(value)) return `[${value.map(print).join()}]`;
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}

/**
 * The name of something that a visit decides: `answer hours`, `variant proof`, `query source`, `sum score`. `number hours` is
 * an answer that was given, of which only what conditions made of it is known.
 */
export type Slot = `${'answer' | 'number' | 'variant' | 'query' | 'sum'} ${string}`;

/** `has` is written as `in`, its sides exchanged. */
export type Operator = Exclude<BinaryOperator, 'has'> | 'not' | 'negate' | 'list' | FunctionName;

/**
 * An expression of which some is known. Made by `Terms`, which makes each only once: terms that are written alike are the
 * same object.
 */
export type Term = KnownTerm | SlotTerm | SumTerm | OperationTerm;

interface TermBasis {
  readonly id: number;
  /** What it still depends on. */
  readonly slots: ReadonlySet<Slot>;
}
interface KnownTerm extends TermBasis {
  readonly kind: 'known';
  readonly value: Value;
}
export interface SlotTerm extends TermBasis {
  readonly kind: 'slot';
  readonly slot: Slot;
}
/** The points so far, and those that are still to come. */
export interface SumTerm extends TermBasis {
  readonly kind: 'sum';
  readonly slot: Slot;
  readonly total: number;
}
interface OperationTerm extends TermBasis {
  readonly kind: 'operation';
  readonly operator: Operator;
  readonly parts: readonly Term[];
}

/** Whether something is an answer that was given, of which only what conditions made of it is known. */
export function isNumber(slot: Slot): boolean {
  return slot.startsWith('number ');
}

/** Whether something is known since before the first step. */
export function isGiven(slot: Slot): boolean {
  return slot.startsWith('variant ') || slot.startsWith('query ');
}

/** The value of an operation on values, found by the evaluator that visits run: there is one meaning of the language. */
export function applyOperator(operator: Operator, values: readonly Value[]): Value {
  applied = values;
  return evaluate(expressionOf(operator, values.length), parts);
}

/**
 * The values that an operator is applied to right now: made again each time, a scope would take longer than the
 * operation.
 */
let applied: readonly Value[] = [];
const parts: EvaluationScope = {
  answer: (place) => applied[Number(place)],
  variable: () => undefined,
  variant: () => undefined,
  query: () => undefined,
};

const expressions = new Map<string, Expression>();

/** The operation with its parts as the answers `0`, `1` and so on; made once. */
function expressionOf(operator: Operator, count: number): Expression {
  const key = `${operator} ${count}`;
  const known = expressions.get(key);
  if (known) return known;
  const parts = Array.from({ length: count }, (_, place): Expression => ({ kind: 'answer', field: String(place) }));
  const expression = write(operator, parts);
  expressions.set(key, expression);
  return expression;
}

function write(operator: Operator, parts: readonly Expression[]): Expression {
  const [left, right] = parts as [Expression, Expression];
  switch (operator) {
    case 'not':
      return { kind: 'unary', operator, operand: left };
    case 'negate':
      return { kind: 'unary', operator: '-', operand: left };
    case 'list':
      return { kind: 'list', items: parts };
    case 'min':
    case 'max':
    case 'abs':
    case 'round':
    case 'floor':
    case 'ceil':
    case 'years_since':
    case 'contains':
    case 'count':
    case 'answered':
    case 'if':
    case 'default':
      return { kind: 'call', name: operator, arguments: parts };
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
    case 'and':
    case 'or':
    case 'in':
    case '+':
    case '-':
    case '*':
    case '/':
    case '^':
      return { kind: 'binary', operator, left, right };
  }
}
