import { languageTag, type AnswerProblem, type Locale } from '../../model.ts';
import { minuteNumber } from '../times.ts';
import { asItIs, pick, tidyText, type ScreenOf, type CompiledStepOf, type StepRules } from './rules.ts';

/** A time of day, as `HH:MM`; to conditions it is the number of minutes since midnight. */
export const time: StepRules<'time'> = {
  screen: (step) => pick(step, 'min', 'max'),
  question: {
    ...asItIs,
    check,
    nothing: '',
    tidy: tidyText,
    redacted: String.raw`\d\d:\d\d`,
    inWords: (_step, answer, _words, locale) => formatTime(String(answer), locale),
    valueOf: (answer) => minuteNumber(String(answer)),
  },
};

function check({ min, max }: CompiledStepOf<'time'> | ScreenOf<'time'>, value: unknown): AnswerProblem | null {
  if (typeof value !== 'string') return 'wrong_type';
  if (value === '') return 'required';
  if (minuteNumber(value) === undefined) return 'not_a_time';
  // Times are in the order of their letters. Over midnight, what lies between the limits is on either side of it.
  const isBetween = min <= max ? value >= min && value <= max : value >= min || value <= max;
  return isBetween ? null : 'out_of_hours';
}

/** A time in the reader's language: "11:30 PM", "23:30"; with the same spaces in every browser. */
export function formatTime(time: string, locale: Locale): string {
  const milliseconds = (minuteNumber(time) ?? 0) * 60_000;
  const format = new Intl.DateTimeFormat(languageTag(locale), { timeStyle: 'short', timeZone: 'UTC' });
  return format.format(milliseconds).replace(/\s/, '\u00a0');
}
