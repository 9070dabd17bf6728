import { languageTag, type AnswerProblem, type Locale } from '../../model.ts';
import { dayAt, dayNumber, dayOf, firstWithin } from '../days.ts';
import { asItIs, tidyText, type ScreenOf, type CompiledStepOf, type StepRules } from './rules.ts';

/** A day, as `YYYY-MM-DD`; to conditions it is the number of days since 1970-01-01. */
export const date: StepRules<'date'> = {
  screen: (step, { journey }) => limitsOf(step, journey.input.today),
  question: {
    ...asItIs,
    check,
    nothing: '',
    tidy: tidyText,
    redact: (step, answer, today) => answer && startOfPeriod(step, String(answer), today),
    redacted: String.raw`\d{4}-\d\d-\d\d`,
    inWords: (_step, answer, _words, locale) => formatDay(String(answer), locale),
    valueOf: (answer) => dayNumber(String(answer)),
  },
};

function check(asked: CompiledStepOf<'date'> | ScreenOf<'date'>, value: unknown, today?: string): AnswerProblem | null {
  if (typeof value !== 'string') return 'wrong_type';
  if (value === '') return 'required';
  if (dayNumber(value) === undefined) return 'not_a_date';
  const { min, max } = limitsOf(asked, today);
  // Days written alike are in the order of their letters.
  if (value < min) return 'too_early';
  return value > max ? 'too_late' : null;
}

/** The limits as days of the calendar; a screen has them so already. */
function limitsOf(asked: CompiledStepOf<'date'> | ScreenOf<'date'>, today?: string): { min: string; max: string } {
  const { min, max } = asked;
  const from = today ?? ('builtOn' in asked ? asked.builtOn : '');
  return { min: dayAt(min, from), max: dayAt(max, from) };
}

/** The first of the days that every condition of the funnel treats like this one. */
function startOfPeriod(step: CompiledStepOf<'date'>, day: string, today = step.builtOn): string {
  const { min } = limitsOf(step, today);
  const starts = (step.periods ?? [])
    .map((start) =>
      typeof start === 'object' ? dayOf(firstWithin(start.years, dayNumber(today)!)) : dayAt(start, today),
    )
    .filter((start) => start <= day);
  return [min, ...starts].sort().at(-1)!;
}

/** A day in the reader's language: "April 5, 1990", "5 de abril de 1990". */
export function formatDay(day: string, locale: Locale): string {
  const milliseconds = (dayNumber(day) ?? 0) * 86_400_000;
  return new Intl.DateTimeFormat(languageTag(locale), { dateStyle: 'long', timeZone: 'UTC' }).format(milliseconds);
}
