import type { Value } from '../../run/expression.ts';
import { applyOperator } from './apply-operator.ts';
import type { KnownTerm, Operator, Slot, Term } from './term.ts';

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
    const slots = new Set(parts.flatMap((part) => [...part.slots]));
    return this.#make(`${operator} ${parts.map(({ id }) => id).join()}`, { kind: 'operation', operator, parts, slots });
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
      case 'list':
      case 'count':
      case 'answered':
        return undefined;
      default:
        return known.some(isNoNumber) ? this.missing : undefined;
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
]);

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
