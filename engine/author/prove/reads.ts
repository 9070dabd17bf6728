import type { CompiledFunnel, Expression } from '../../model.ts';
import { termReader } from '../expression/read-term.ts';
import type { Term, Terms } from '../expression/terms.ts';
import { days, holdsZero, valueRanges, type Range, type RangeOf } from '../expression/value-range.ts';
import { notCompared } from '../explore/comparisons.ts';
import { maxRanked } from '../steps/rank.ts';
import { candidates, questionOf } from '../steps/index.ts';
import { operandsOf } from '../../run/expression.ts';
import { minutesInDay } from '../../run/times.ts';
import type { VariantName } from '../variant-texts.ts';

const computing: ReadonlySet<string> = new Set(['+', '-', '*', '/', '^']);

type Call = Expression & { kind: 'call' };

/** Arithmetic that has no value for some numbers, such as a division. */
export type Computation = Expression & { readonly kind: 'binary' };

/** What may have no value where it is read: the answer to a question, by its field, or a computation. */
export type Readable = string | Computation;

/**
 * Looks for answers and computations that expressions read: themselves, or through variables. `answered()` and `count()`
 * read none.
 */
export class Reads {
  readonly #terms: Terms;
  readonly #conditions: CompiledFunnel['conditions'];
  readonly #values: ReadonlyMap<string, Expression>;
  readonly #read: (expression: Expression) => Term;
  readonly #variables: ReadonlySet<string>;
  readonly #rangeOf: RangeOf;
  readonly #missing = new Map<Expression, Map<Readable, Term>>();
  readonly #readables = new Map<Expression, ReadonlySet<Readable>>();
  /** Each computation that may have no value, once however often it is written. */
  readonly #computations = new Map<string, Computation>();

  constructor(funnel: CompiledFunnel, terms: Terms) {
    this.#terms = terms;
    this.#conditions = funnel.conditions;
    this.#read = termReader(terms, funnel);
    this.#variables = new Set(funnel.variables.map(({ name }) => name));
    this.#rangeOf = valueRanges(funnel, (field) => rangeOfAnswer(funnel, field));
    const values = funnel.variables.flatMap((each) =>
      each.kind === 'value' ? [[each.name, each.value] as const] : [],
    );
    this.#values = new Map(values);
  }

  /** A named condition; what has none always holds. */
  condition(name: string | undefined): Term {
    if (name === undefined) return this.#terms.true;
    const expression = this.#conditions[name];
    return expression ? this.#read(expression) : this.#terms.false;
  }

  /** That the visitor has this variant. */
  hasVariant({ experiment, variant }: VariantName): Term {
    const left = { kind: 'variant', experiment } as const;
    return this.#read({ kind: 'binary', operator: '==', left, right: { kind: 'literal', value: variant } });
  }

  /** What an expression may read that may have no value. */
  readables(expression: Expression): ReadonlySet<Readable> {
    const known = this.#readables.get(expression);
    if (known) return known;
    const readables = new Set<Readable>();
    this.#readables.set(expression, readables); // a variable of itself reads nothing more
    for (const part of this.#parts(expression)) for (const each of this.readables(part)) readables.add(each);
    const own = this.#ownOf(expression);
    if (own !== undefined) readables.add(own);
    return readables;
  }

  #ownOf(expression: Expression): Readable | undefined {
    // The place of an option is only read where the answer is.
    if (expression.kind === 'answer') return expression.field.includes('.') ? undefined : expression.field;
    if (expression.kind !== 'binary' || this.#isInfinite(expression) === this.#terms.false) return undefined;
    const key = JSON.stringify(expression);
    const known = this.#computations.get(key) ?? expression;
    this.#computations.set(key, known);
    return known;
  }

  /** Whether, when an expression is worked out, it reads what has no value. A computation has none of its own. */
  misses(expression: Expression, what: Readable): Term {
    const terms = this.#terms;
    const known = this.#missing.get(expression)?.get(what);
    if (known) return known;
    if (!this.readables(expression).has(what)) return terms.false;
    const ofExpression = this.#missing.get(expression) ?? new Map<Readable, Term>();
    this.#missing.set(expression, ofExpression.set(what, terms.false)); // a variable of itself is missing, and read once
    const term = this.#missesNow(expression, what);
    ofExpression.set(what, term);
    return term;
  }

  #missesNow(expression: Expression, what: Readable): Term {
    const terms = this.#terms;
    if (expression.kind === 'answer') return terms.operation('not', [this.answered(expression.field)]);
    if (expression.kind === 'call' && expression.name === 'default') return this.#missesByDefault(expression, what);
    if (expression.kind === 'call' && expression.name === 'if') return this.#missesInBranch(expression, what);
    if (expression.kind !== 'binary' || (expression.operator !== 'and' && expression.operator !== 'or')) {
      const ofParts = this.#parts(expression)
        .map((part) => this.misses(part, what))
        .reduce((one, other) => terms.operation('or', [one, other]), terms.false);
      const isIt = expression.kind === 'binary' && this.#ownOf(expression) === what;
      return isIt ? terms.operation('or', [ofParts, this.#isInfinite(expression)]) : ofParts;
    }
    const { operator, left, right } = expression;
    const first = this.#read(left);
    const goesOn = operator === 'and' ? first : terms.operation('not', [first]);
    const later = terms.operation('and', [goesOn, this.misses(right, what)]);
    return terms.operation('or', [this.misses(left, what), later]);
  }

  /** The default is only read where the other value is missing, which it makes up for. */
  #missesByDefault({ arguments: [value, other] }: Call, what: Readable): Term {
    const terms = this.#terms;
    const isMissing = terms.operation('not', [terms.operation('answered', [this.#read(value!)])]);
    return terms.operation('and', [isMissing, this.misses(other!, what)]);
  }

  #missesInBranch({ arguments: [condition, value, other] }: Call, what: Readable): Term {
    const terms = this.#terms;
    const holds = this.#read(condition!);
    const branches = [
      terms.operation('and', [holds, this.misses(value!, what)]),
      terms.operation('and', [terms.operation('not', [holds]), this.misses(other!, what)]),
    ];
    return [this.misses(condition!, what), ...branches].reduce((one, or) => terms.operation('or', [one, or]));
  }

  /** Whether an expression reads anything that has no value; `isAlways` says which answers were given in any case. */
  missesAny(expression: Expression, isAlways: (field: string) => boolean): Term {
    const terms = this.#terms;
    return [...this.readables(expression)]
      .filter((what) => typeof what !== 'string' || !isAlways(what))
      .map((what) => this.misses(expression, what))
      .reduce((one, other) => terms.operation('or', [one, other]), terms.false);
  }

  /** The conditions of the texts that a variable is one of, in their order; the last always holds. */
  branches(variable: string): readonly Term[] {
    const conditions: Term[] = [];
    let rest = this.#values.get(variable);
    while (rest?.kind === 'call') {
      const [condition, , others] = rest.arguments;
      conditions.push(this.#read(condition!));
      rest = others;
    }
    return [...conditions, this.#terms.true];
  }

  /** Whether an answer, a variable or an expression has no value; `isAlways` says which answers were given in any case. */
  lacks(what: string | Expression, isAlways: (field: string) => boolean): Term {
    if (typeof what !== 'string') return this.#lacks(what, isAlways);
    return this.#lacks(
      this.#variables.has(what) ? { kind: 'variable', name: what } : { kind: 'answer', field: what },
      isAlways,
    );
  }

  #lacks(expression: Expression, isAlways: (field: string) => boolean): Term {
    const terms = this.#terms;
    const any = (parts: readonly Term[]) =>
      parts.reduce((one, other) => terms.operation('or', [one, other]), terms.false);
    const ofParts = () => any(this.#parts(expression).map((part) => this.#lacks(part, isAlways)));
    switch (expression.kind) {
      case 'answer':
        return isAlways(expression.field) ? terms.false : terms.operation('not', [this.answered(expression.field)]);
      case 'binary':
        return computing.has(expression.operator) ? any([ofParts(), this.#isInfinite(expression)]) : terms.false;
      case 'unary':
        return expression.operator === '-' ? ofParts() : terms.false;
      case 'call': {
        const [first, second, third] = expression.arguments.map((part) => this.#lacks(part, isAlways));
        if (expression.name === 'default') return terms.operation('and', [first!, second!]);
        if (expression.name !== 'if') return ofParts();
        const holds = this.#read(expression.arguments[0]!);
        const isFalse = terms.operation('not', [holds]);
        return any([terms.operation('and', [holds, second!]), terms.operation('and', [isFalse, third!])]);
      }
      case 'variable':
        return ofParts();
      case 'literal':
      case 'list':
      case 'variant':
      case 'query':
        return terms.false;
    }
  }

  /** Whether what has values on both sides has none itself: it is divided by 0, or no number that there is. */
  #isInfinite(expression: Computation): Term {
    const terms = this.#terms;
    const { operator, left, right } = expression;
    if (!computing.has(operator)) return terms.false;
    const hasValue = (part: Expression) => terms.operation('answered', [this.#read(part)]);
    const both = (one: Term, other: Term) => terms.operation('and', [one, other]);
    if (!this.#rangeOf(expression))
      return both(both(hasValue(left), hasValue(right)), terms.operation('not', [hasValue(expression)]));
    const divisor = operator === '/' ? this.#rangeOf(right) : undefined;
    if (!divisor || !holdsZero(divisor)) return terms.false;
    return both(hasValue(left), terms.operation('==', [this.#read(right), terms.known(0)]));
  }

  /** All answers, and all dimensions whose sums, an expression depends on, read or only asked about. */
  uses(expression: Expression): { readonly fields: ReadonlySet<string>; readonly sums: ReadonlySet<string> } {
    const names = [...this.#read(expression).slots].map((slot) => [
      slot.slice(0, slot.indexOf(' ')),
      slot.slice(slot.indexOf(' ') + 1),
    ]);
    const named = (kind: string) => new Set(names.filter(([each]) => each === kind).map(([, name]) => name!));
    return { fields: named('answer'), sums: named('sum') };
  }

  /** That a question was answered. */
  answered(field: string): Term {
    return this.#terms.operation('answered', [this.#terms.slot(`answer ${field}`)]);
  }

  /** The parts that are worked out for their values. */
  #parts(expression: Expression): readonly Expression[] {
    if (expression.kind === 'variable') {
      const value = this.#values.get(expression.name);
      return value === undefined ? [] : [value];
    }
    const isOfAnswered = expression.kind === 'call' && (expression.name === 'answered' || expression.name === 'count');
    return isOfAnswered ? [] : operandsOf(expression);
  }
}

/** Between which numbers an answer lies, if conditions see a number of it; a date is some day of the calendar, a time some minute of the day. */
function rangeOfAnswer({ steps }: CompiledFunnel, field: string): Range | undefined {
  if (field.includes('.')) return { least: 1, most: maxRanked };
  const step = steps.find((each) => 'field' in each && each.field === field);
  const kind = step && questionOf(step.type)?.valueType(new Set(), field).kind;
  if (kind === 'date') return days;
  if (kind === 'time') return { least: 0, most: minutesInDay - 1 };
  if (!step || kind !== 'number') return undefined;
  const tried = candidates({ step, comparisons: notCompared, dimensions: [], asked: new Set(), texts: [] });
  const ends = [...tried].map(({ answer }) => Number(answer));
  return { least: Math.min(...ends), most: Math.max(...ends) };
}
