import { languageTag, type Answer, type AnswerProblem, type Locale, type NumberUnit } from '../../model.ts';
import { asItIs, pick, type ScreenOf, type CompiledStepOf, type StepRules } from './rules.ts';

/** A number of a range, on its steps. */
export const number: StepRules<'number'> = {
  screen: (step, { words }) => ({
    ...pick(step, 'input', 'min', 'max', 'step', 'unit', 'units', 'firstUnit'),
    ...pick(words, 'placeholder', 'lowest', 'highest'),
  }),
  question: {
    ...asItIs,
    check,
    nothing: '',
    tidy: onStep,
    inWords: ({ unit }, answer, _words, locale) => formatNumber(answer as number, unit, locale),
  },
};

function check(
  { min, max, step }: CompiledStepOf<'number'> | ScreenOf<'number'>,
  value: unknown,
): AnswerProblem | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'not_a_number';
  if (value < min) return 'too_small';
  if (value > max) return 'too_large';
  const steps = (value - min) / step;
  return Math.abs(steps - Math.round(steps)) > 1e-6 ? 'not_on_step' : null;
}

/** The number that was meant, without what adding decimals leaves: 0.3, not 0.30000000000000004. */
function onStep({ min, step }: CompiledStepOf<'number'>, answer: Answer): number {
  return Number((min + Math.round(((answer as number) - min) / step) * step).toPrecision(12));
}

/** A number in the reader's language, with its unit in full: "7 hours", "7,5 horas". */
export function formatNumber(value: number, unit: NumberUnit | undefined, locale: Locale): string {
  const exact = { maximumFractionDigits: 12 };
  if (!unit) return new Intl.NumberFormat(languageTag(locale), { ...exact, useGrouping: 'min2' }).format(value); // 1990, a year
  const style = { ...exact, style: 'unit', unit: unit.replace(/s$/, ''), unitDisplay: 'long' } as const;
  return new Intl.NumberFormat(languageTag(locale), style).format(value);
}
