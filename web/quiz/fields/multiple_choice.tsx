import { OptionLabel, problemOf, type Explained, type Field, type FieldProps } from './field.tsx';
import { Submit, useSubmit } from './submit.tsx';
import type { ScreenOf } from '../../../engine/run/steps/rules.ts';
import { Fragment, useId, useState } from 'react';
import type { ScreenOption } from '../../../engine/model.ts';
import { FieldError } from '../../ui/FieldError.tsx';
import rows from './choice.module.css';
import styles from './field.module.css';

type Props = FieldProps<ScreenOf<'multiple_choice'>>;

export const multipleChoice: Field<'multiple_choice'> = { Control: MultipleChoice, problemText };

/** Rows to tick. An exclusive option clears the others and is cleared by them. */
function MultipleChoice({ screen, locale, t, headingId, pending, onAnswer, onDraft, below }: Props) {
  const [chosen, setChosen] = useState<readonly string[]>(screen.answer ?? []);
  const id = useId();
  const problem = problemOf(screen, chosen);
  const { checked, submit } = useSubmit({ answer: chosen, problem, pending, onAnswer });
  const shown = problem && (checked || problem === 'too_many') ? problem : null;
  const choose = (keys: readonly string[]) => {
    setChosen(keys);
    onDraft?.(keys);
  };

  return (
    <form noValidate onSubmit={submit}>
      <fieldset className={styles.list} aria-labelledby={headingId} aria-describedby={`${id}hint`}>
        <p id={`${id}hint`} className={shown ? 'unseen' : styles.hint}>
          {hint(screen, t)}
        </p>
        <FieldError id={`${id}error`}>{shown && problemText({ screen, problem: shown, locale, t })}</FieldError>
        <div className={rows.rows}>
          {screen.options.map((option) => (
            <Fragment key={option.key}>
              <label className={rows.row}>
                <input
                  type="checkbox"
                  className={rows.box}
                  checked={chosen.includes(option.key)}
                  aria-invalid={shown !== null}
                  aria-describedby={shown ? `${id}error` : undefined}
                  onChange={() => choose(toggle(screen.options, chosen, option))}
                />
                <OptionLabel option={option} />
              </label>
              {below?.(option.key)}
            </Fragment>
          ))}
        </div>
      </fieldset>
      <Submit screen={screen} t={t} pending={pending} />
    </form>
  );
}

/** In the funnel's order, whatever the order of the taps. */
function toggle(options: readonly ScreenOption[], chosen: readonly string[], picked: ScreenOption): readonly string[] {
  if (chosen.includes(picked.key)) return chosen.filter((key) => key !== picked.key);
  if (picked.exclusive) return [picked.key];
  return options
    .filter(({ key, exclusive }) => key === picked.key || (chosen.includes(key) && !exclusive))
    .map(({ key }) => key);
}

function hint({ choose: { min, max }, options }: Props['screen'], t: Props['t']): string {
  const minChosen = Math.max(min, 1);
  if (minChosen === max) return t('quiz.choose_exactly', { count: max });
  if (max < options.length)
    return minChosen === 1 ? t('quiz.choose_up_to', { max }) : t('quiz.choose_between', { min, max });
  return minChosen === 1 ? t('quiz.choose_any') : t('quiz.choose_at_least', { min });
}

function problemText({ screen: { choose }, problem, t }: Explained<ScreenOf<'multiple_choice'>>): string {
  if (problem === 'required' || (problem === 'too_few' && choose.min === 1)) return t('validation.select_one');
  if (problem === 'too_few') return t('validation.select_more', { min: choose.min });
  if (problem === 'too_many') return t('validation.select_fewer', { max: choose.max });
  return t(problem === 'exclusive' ? 'validation.select_alone' : 'validation.wrong');
}
