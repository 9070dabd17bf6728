import { languageTag, type Answer, type AnswerProblem, type Locale, type Screen } from '../../../engine/model.ts';
import { checkAnswer } from '../../../engine/run/answer.ts';
import type { FieldProps, ScreenOf } from './field.tsx';

/** What is wrong with an answer to this screen, or null; `undefined` is a number field left empty. */
export function problemOf(screen: Screen, value: Answer | undefined): AnswerProblem | null {
  return value === undefined ? 'required' : checkAnswer(screen, value);
}

interface Told {
  readonly screen: Screen;
  readonly problem: AnswerProblem;
  readonly locale: Locale;
  readonly t: FieldProps['t'];
}

/** The same in the visitor's words (specification, section 5). */
export function problemText({ screen, problem, locale, t }: Told): string {
  switch (screen.type) {
    case 'multiple_choice':
      return choicesText(screen, problem, t);
    case 'number':
      return numberText(screen, problem, { locale, t });
    case 'text':
      return problem === 'too_long' ? t('validation.too_long', { max: screen.maxLength }) : writtenText(problem, t);
    default:
      return writtenText(problem, t);
  }
}

function choicesText({ choose }: ScreenOf<'multiple_choice'>, problem: AnswerProblem, t: Told['t']): string {
  switch (problem) {
    case 'required':
      return t('validation.select_one');
    case 'too_few':
      return choose.min === 1 ? t('validation.select_one') : t('validation.select_more', { min: choose.min });
    case 'too_many':
      return t('validation.select_fewer', { max: choose.max });
    case 'exclusive':
      return t('validation.select_alone');
    default:
      return t('validation.wrong');
  }
}

function numberText(
  { min, max, step }: ScreenOf<'number'>,
  problem: AnswerProblem,
  { locale, t }: Pick<Told, 'locale' | 't'>,
): string {
  const write = (value: number) => new Intl.NumberFormat(languageTag(locale)).format(value);
  switch (problem) {
    case 'required':
      return t('validation.fill');
    case 'too_small':
      return t('validation.too_small', { min: write(min) });
    case 'too_large':
      return t('validation.too_large', { max: write(max) });
    case 'not_on_step':
      return t('validation.number_step', { step: write(step), example: write(min + step) });
    default:
      return t('validation.number', { example: write(min) });
  }
}

function writtenText(problem: AnswerProblem, t: Told['t']): string {
  if (problem === 'required') return t('validation.fill');
  return problem === 'not_an_email' ? t('validation.email') : t('validation.wrong');
}
