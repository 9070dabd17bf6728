import { useId, useState } from 'react';
import type { ScreenOf } from '../../../engine/run/steps/rules.ts';
import { FieldError } from '../../ui/FieldError.tsx';
import { agreedText } from './consent-note.tsx';
import { problemOf, type Explained, type Field, type FieldProps } from './field.tsx';
import { Submit, useSubmit } from './submit.tsx';
import rows from './choice.module.css';
import styles from './field.module.css';

export const consent: Field<'consent'> = { Control: ConsentBox, problemText };

/** A box to tick, beside what the visitor agrees to. It is never ticked beforehand. */
function ConsentBox({ screen, locale, t, headingId, pending, onAnswer, onDraft }: FieldProps<ScreenOf<'consent'>>) {
  const [ticked, setTicked] = useState(screen.answer === 'yes');
  const id = useId();
  const answer = ticked ? 'yes' : 'no';
  const problem = problemOf(screen, answer);
  const { checked, submit } = useSubmit({ answer, problem, pending, onAnswer });
  const shown = checked ? problem : null;

  return (
    <form noValidate onSubmit={submit}>
      <fieldset className={styles.list} aria-labelledby={headingId}>
        <FieldError id={`${id}error`}>{shown && problemText({ screen, problem: shown, locale, t })}</FieldError>
        <label className={rows.row}>
          <input
            type="checkbox"
            className={rows.box}
            checked={ticked}
            aria-required={screen.required}
            aria-invalid={shown !== null}
            aria-describedby={shown ? `${id}error` : undefined}
            onChange={() => {
              setTicked(!ticked);
              onDraft?.(ticked ? 'no' : 'yes');
            }}
          />
          <span className={rows.words}>{agreedText(screen.consent, t)}</span>
        </label>
      </fieldset>
      <Submit screen={screen} t={t} pending={pending} />
    </form>
  );
}

function problemText({ problem, t }: Explained): string {
  return t(problem === 'required' ? 'rare:consent.needed' : 'validation.wrong');
}
