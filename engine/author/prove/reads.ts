import type { CompiledFunnel, Expression } from '../../model.ts';
import { termReader } from '../expression/read-term.ts';
import type { Term, Terms } from '../expression/terms.ts';
import { days, holdsZero, valueRanges, type Range, type RangeOf } from '../expression/value-range.ts';
import { notCompared } from '../explore/comparisons.ts';
import { candidates, questionOf } from '../steps/index.ts';
import { operandsOf } from '../../run/expression.ts';

const computing: ReadonlySet<string> = new Set(['+', '-', '*', '/', '^']);

type Call = Expression & { kind: 'call' };

/** Looks for answers that expressions read: themselves, or through variables. `answered()` and `count()` read none. */
export class Reads {
  readonly #terms: Terms;
  readonly #conditions: CompiledFunnel['conditions'];
  readonly #values: ReadonlyMap<string, Expression>;
  readonly #read: (expression: Expression) => Term;
  readonly #variables: ReadonlySet<string>;
  readonly #rangeOf: RangeOf;
  readonly #missing = new Map<Expression, Map<string, Term>>();
  readonly #fields = new Map<Expression, ReadonlySet<string>>();

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

  /** The fields that an expression may read. */
  fields(expression: Expression): ReadonlySet<string> {
    const known = this.#fields.get(expression);
    if (known) return known;
    const fields = new Set<string>();
    this.#fields.set(expression, fields); // a variable of itself reads nothing more
    if (expression.kind === 'answer') fields.add(expression.field);
    for (const part of this.#parts(expression)) for (const field of this.fields(part)) fields.add(field);
    return fields;
  }

  /** Whether, when an expression is worked out, it reads an answer that is missing. */
  misses(expression: Expression, field: string): Term {
    const terms = this.#terms;
    const known = this.#missing.get(expression)?.get(field);
    if (known) return known;
    if (!this.fields(expression).has(field)) return terms.false;
    const ofFields = this.#missing.get(expression) ?? new Map<string, Term>();
    this.#missing.set(expression, ofFields.set(field, terms.false)); // a variable of itself is missing, and read once
    const term = this.#missesNow(expression, field);
    ofFields.set(field, term);
    return term;
  }

  #missesNow(expression: Expression, field: string): Term {
    const terms = this.#terms;
    if (expression.kind === 'answer') return terms.operation('not', [this.answered(field)]);
    if (expression.kind === 'call' && expression.name === 'default') return this.#missesByDefault(expression, field);
    if (expression.kind === 'call' && expression.name === 'if') return this.#missesInBranch(expression, field);
    if (expression.kind !== 'binary' || (expression.operator !== 'and' && expression.operator !== 'or')) {
      return this.#parts(expression)
        .map((part) => this.misses(part, field))
        .reduce((one, other) => terms.operation('or', [one, other]), terms.false);
    }
    const { operator, left, right } = expression;
    const first = this.#read(left);
    const goesOn = operator === 'and' ? first : terms.operation('not', [first]);
    const later = terms.operation('and', [goesOn, this.misses(right, field)]);
    return terms.operation('or', [this.misses(left, field), later]);
  }

  /** The default is only read where the other value is missing, which it makes up for. */
  #missesByDefault({ arguments: [value, other] }: Call, field: string): Term {
    const terms = this.#terms;
    const isMissing = terms.operation('not', [terms.operation('answered', [this.#read(value!)])]);
    return terms.operation('and', [isMissing, this.misses(other!, field)]);
  }

  #missesInBranch({ arguments: [condition, value, other] }: Call, field: string): Term {
    const terms = this.#terms;
    const holds = this.#read(condition!);
    const branches = [
      terms.operation('and', [holds, this.misses(value!, field)]),
      terms.operation('and', [terms.operation('not', [holds]), this.misses(other!, field)]),
    ];
    return [this.misses(condition!, field), ...branches].reduce((one, or) => terms.operation('or', [one, or]));
  }

  /** Whether an answer or a variable has no value; `isAlways` says which answers were given in any case. */
  lacks(name: string, isAlways: (field: string) => boolean): Term {
    const expression: Expression = this.#variables.has(name)
      ? { kind: 'variable', name }
      : { kind: 'answer', field: name };
    return this.#lacks(expression, isAlways);
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
  #isInfinite(expression: Expression & { kind: 'binary' }): Term {
    const terms = this.#terms;
    if (!this.#rangeOf(expression))
      return terms.operation('not', [terms.operation('answered', [this.#read(expression)])]);
    const divisor = expression.operator === '/' ? this.#rangeOf(expression.right) : undefined;
    if (!divisor || !holdsZero(divisor)) return terms.false;
    return terms.operation('==', [this.#read(expression.right), terms.known(0)]);
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

/** Between which numbers an answer lies, if conditions see a number of it; a date is some day of the calendar. */
function rangeOfAnswer({ steps }: CompiledFunnel, field: string): Range | undefined {
  const step = steps.find((each) => 'field' in each && each.field === field);
  const kind = step && questionOf(step.type)?.valueType(new Set(), field).kind;
  if (kind === 'date') return days;
  if (!step || kind !== 'number') return undefined;
  const tried = candidates({ step, comparisons: notCompared, dimensions: [], asked: new Set(), texts: [] });
  const ends = [...tried].map(({ answer }) => Number(answer));
  return { least: Math.min(...ends), most: Math.max(...ends) };
}
