import type { CompiledFunnel, CompiledStep, DateStep, DayLimit, Expression, YearsAgo } from '../../model.ts';
import { checkAnswer } from '../../run/answer.ts';
import { dayAt, dayNumber, dayOf, firstWithin, yearsBetween } from '../../run/days.ts';
import { evaluate, type EvaluationScope, operandsOf } from '../../run/expression.ts';
import { termReader } from '../expression/read-term.ts';
import { Terms } from '../expression/terms.ts';
import { todayName } from '../expression/today.ts';
import { dateType } from '../expression/types.ts';
import {
  explainByExample,
  known,
  lose,
  optionalFacts,
  optionalOf,
  requiredKey,
  type Schema,
  type StepAuthoring,
} from './authoring.ts';
import { numbersToTry, placeByLiking } from './number.ts';

/** About three hundred years: what is further away is a slip of the pen. */
const furthest = 110_000;

const limit = (title: string, description: string, examples: readonly unknown[]): Schema => ({
  title,
  description: `${description} A day such as \`1990-04-05\`, or a number of days from today: \`0\` is today, \`-7\` a week ago.`,
  type: ['string', 'integer'],
  pattern: String.raw`^\d{4}-\d{2}-\d{2}$`,
  minimum: -furthest,
  maximum: furthest,
  examples,
});

export const date: StepAuthoring<'date'> = {
  description: 'A question whose answer is a day, such as a birthday.',
  keys: {
    min: limit('the first day', 'The first day that can be answered.', ['1900-01-01', -7]),
    max: limit('the last day', 'The last day that can be answered.', [0, '2030-12-31']),
    required: requiredKey,
  },
  required: ['min', 'max'],
  words: { button: true },
  compile: (basis, { field, value }, builtOn) => ({
    ...basis,
    type: 'date',
    field: known(field),
    min: known(value.min),
    max: known(value.max),
    builtOn,
    ...optionalOf(value),
  }),
  complete(step, funnel) {
    const periods = periodsOf(step, funnel);
    return periods.length > 0 ? { ...step, periods } : step;
  },
  /** Both limits are days that there are, in order. A day and a number of days are compared when the funnel is built. */
  *check({ sound, path, value: { min, max } }) {
    if (!sound || min === undefined || max === undefined) return;
    const wrong = (['min', 'max'] as const).filter((key) => !isDay({ min, max }[key]));
    for (const key of wrong) {
      const message = `${{ min, max }[key]} is not a day that there is.`;
      yield { path: [...path, key], code: 'date_unknown', message };
    }
    if (wrong.length === 0 && typeof min === typeof max && min >= max)
      yield {
        path: [...path, 'min'],
        code: 'date_range',
        message: `min must be before max, and ${min} isn't before ${max}.`,
      };
  },
  facts: ({ min, max, optional }) => ({ range: `${inWords(min)} to ${inWords(max)}`, ...optionalFacts({ optional }) }),
  question: {
    chooses: null,
    valueType: () => dateType,
    answerType: () => 'string',
    conditions: (field, { title }) => [{ text: `years_since(${field}) >= 18`, about: title }],
    /** On each side of every day that conditions compare with, on the day that the funnel is checked. */
    *candidates({ step, comparisons }) {
      for (const { number, count } of numbersToTry({ ...rangeOf(step), step: 1 }, comparisons))
        yield { answer: dayOf(number), points: [], count };
    },
    grid(step) {
      const { min, max } = rangeOf(step);
      return { last: max - min, valueAt: (place) => min + place, answerAt: (place) => dayOf(min + place) };
    },
    byChance(step) {
      const { min, max } = rangeOf(step);
      return (random) => dayOf(min + random.below(max - min + 1));
    },
    byLiking(step, _liking, random) {
      const { min, max } = rangeOf(step);
      return dayOf(min + placeByLiking(max - min, random));
    },
    againstSuccessor: daysAgainst,
    explainLimit(step, lost) {
      const { why } = lost;
      if (why === 'too_early') return { keys: [['min']], cause: `a day before ${inWords(step.min)} ${lose}.` };
      if (why === 'too_late') return { keys: [['max']], cause: `a day after ${inWords(step.max)} ${lose}.` };
      return explainByExample(step, lost);
    },
    samples(step) {
      const { min, max } = rangeOf(step);
      return [Math.round((min + 2 * max) / 3), min, max].map(dayOf);
    },
    wrong: () => null,
  },
};

function isDay(written: DayLimit): boolean {
  return typeof written === 'number' || dayNumber(written) !== undefined;
}

function inWords(written: DayLimit): string {
  if (typeof written === 'string') return written;
  if (written === 0) return 'today';
  const days = `${Math.abs(written)} ${Math.abs(written) === 1 ? 'day' : 'days'}`;
  return written < 0 ? `${days} ago` : `${days} from today`;
}

/** The numbers of the first and the last day, as of the day that the funnel was built; at least one day. */
function rangeOf({ min, max, builtOn }: DateStep): { readonly min: number; readonly max: number } {
  const first = numberAt(min, builtOn);
  return { min: first, max: Math.max(first, numberAt(max, builtOn)) };
}

function numberAt(written: DayLimit, builtOn: string): number {
  return dayNumber(dayAt(written, builtOn))!;
}

type Expressions = Pick<CompiledFunnel, 'conditions' | 'variables' | 'dimensions' | 'experiments' | 'hiddenFields'>;

/**
 * The first days of the periods that conditions distinguish. Conditions that also depend on other answers are left
 * out: what is on the other side isn't known when the date is answered.
 */
function periodsOf(step: DateStep, funnel: Expressions): NonNullable<DateStep['periods']> {
  const comparisons = comparisonsOf(step, funnel);
  const inDays = comparisons.filter((each) => !countsYears(each, funnel));
  const inYears = comparisons.filter((each) => countsYears(each, funnel));
  return [...dayPeriods(step, inDays, funnel), ...yearPeriods(step, inYears, funnel)];
}

/** Of comparisons that count calendar years up to today. */
function yearPeriods(step: DateStep, comparisons: readonly Expression[], funnel: Expressions): readonly YearsAgo[] {
  const today = dayNumber(step.builtOn)!;
  const changes = changesOf(step, comparisons, { funnel, today });
  return [...changes].flatMap((day) => {
    const years = yearsBetween(day - 1, today);
    return firstWithin(years, today) === day ? [{ years }] : [];
  });
}

function dayPeriods(step: DateStep, comparisons: readonly Expression[], funnel: Expressions): readonly DayLimit[] {
  const built = dayNumber(step.builtOn)!;
  const changes = changesOf(step, comparisons, { funnel, today: built });
  const nextDay = changesOf(step, comparisons, { funnel, today: built + 1 });
  // What is the same for a funnel built a day later is a day of the calendar, what has moved is counted from today.
  const days = [...changes].filter((day) => nextDay.has(day)).map(dayOf);
  const moving = [...changes].filter((day) => nextDay.has(day + 1) && !nextDay.has(day)).map((day) => day - built);
  return [...days, ...moving];
}

/** What conditions are made of, by `and`, `or` and `not`, as far as it depends on this answer and today alone. */
function comparisonsOf({ field, builtOn }: DateStep, funnel: Expressions): readonly Expression[] {
  const read = termReader(new Terms(), { ...funnel, builtOn });
  const parts = Object.values(funnel.conditions).flatMap(partsOf);
  return parts.filter((part) => {
    const { slots } = read(part);
    return slots.size === 1 && slots.has(`answer ${field}`);
  });
}

/** Whether an expression, or a variable in it, counts calendar years. */
function countsYears(expression: Expression, funnel: Expressions): boolean {
  if (expression.kind === 'call' && expression.name === 'years_since') return true;
  const variable =
    expression.kind === 'variable' ? funnel.variables.find(({ name }) => name === expression.name) : undefined;
  const value = variable?.kind === 'value' ? [variable.value] : [];
  return [...operandsOf(expression), ...value].some((part) => countsYears(part, funnel));
}

function partsOf(condition: Expression): readonly Expression[] {
  if (condition.kind === 'unary' && condition.operator === 'not') return partsOf(condition.operand);
  if (condition.kind !== 'binary' || !['and', 'or'].includes(condition.operator)) return [condition];
  return [...partsOf(condition.left), ...partsOf(condition.right)];
}

/** The numbers of the days on which a comparison has another value than on the day before. */
function changesOf(
  step: DateStep,
  comparisons: readonly Expression[],
  { funnel, today }: { readonly funnel: Expressions; readonly today: number },
): ReadonlySet<number> {
  const { min, max } = rangeOf(step);
  const changes = new Set<number>();
  const variables = new Map(
    funnel.variables.flatMap((each) => (each.kind === 'value' ? [[each.name, each.value]] : [])),
  );
  for (const comparison of comparisons) {
    let day = min - 1;
    const scope: EvaluationScope = {
      answer: () => day,
      variable(name) {
        const value = variables.get(name);
        return name === todayName ? today : value && evaluate(value, scope);
      },
      variant: () => undefined,
      query: () => undefined,
    };
    let before = evaluate(comparison, scope);
    while (day++ <= max) {
      const value = evaluate(comparison, scope);
      if (value !== before) changes.add(day);
      before = value;
    }
  }
  return changes;
}

/** The ends of the range, and the days beside the limits of the successor. */
function daysAgainst(step: DateStep, successor: CompiledStep | undefined): readonly string[] {
  const { min, max } = rangeOf(step);
  const others = successor && 'builtOn' in successor ? rangeOf(successor) : { min, max };
  const near = [others.min, others.max].flatMap((day) => [day - 1, day, day + 1]);
  return [min, max, ...near].map(dayOf).filter((day) => checkAnswer(step, day) === null);
}
