import { problemOf, type Explained, type FieldProps } from './field.tsx';
import { Submit, useSubmit } from './submit.tsx';
import { useId, useState, type ReactNode } from 'react';
import type { Answer, AnswerProblem, Screen } from '../../../engine/model.ts';
import type { ScreenOf } from '../../../engine/run/steps/rules.ts';
import { FieldError } from '../../ui/FieldError.tsx';
import styles from './field.module.css';

/** What a control for writing puts on its input or textarea. */
export interface InputProps {
  readonly className: string | undefined;
  readonly value: string;
  readonly onChange: (event: { readonly target: { readonly value: string } }) => void;
  readonly placeholder: string | undefined;
  readonly 'aria-labelledby': string;
  readonly 'aria-describedby': string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-required': boolean;
  readonly onBlur?: () => void;
}

interface Props<Shown extends Screen> extends FieldProps<Shown> {
  readonly written: string;
  readonly required: boolean;
  readonly placeholder?: string | undefined;
  readonly hint?: string | undefined;
  /** Stands between the field and Continue, and belongs to both. */
  readonly note?: ReactNode;
  /** The answer that was written; `undefined` where there is none yet. */
  readonly read: (written: string) => Answer | undefined;
  readonly onWritten?: (written: string) => void;
  /** Where what was read is shown back: how it is written. */
  readonly write?: (answer: Answer, written: string) => string;
  readonly problemText: (explained: Explained<Shown> & { readonly written: string }) => string;
  readonly children: (input: InputProps, written: string) => ReactNode;
}

/** What a text, an email and a telephone number have in common. */
export function textProps({
  screen,
  t,
}: Pick<FieldProps<ScreenOf<'text'> | ScreenOf<'email'> | ScreenOf<'phone'>>, 'screen' | 't'>) {
  return {
    written: screen.answer ?? '',
    required: screen.required,
    hint: screen.required ? undefined : t('quiz.optional'),
    read: (written: string) => written.trim(),
  };
}

/**
 * A field to write in, with Continue. What is wrong is said once the visitor wants to go on, and from then on as
 * they write.
 */
export function WrittenField<Shown extends Screen>({
  screen,
  locale,
  t,
  pending,
  headingId,
  onAnswer,
  ...field
}: Props<Shown>) {
  const [written, setWritten] = useState(field.written);
  const id = useId();
  const answer = field.read(written);
  const problem: AnswerProblem | null = problemOf(screen, answer);
  const showBack = () => {
    if (field.write && !problem && answer !== undefined) setWritten(field.write(answer, written));
  };

  const { checked, submit } = useSubmit({ answer, problem, pending, onAnswer, wrong: '[aria-invalid]' });

  return (
    <form
      noValidate
      onSubmit={(event) => {
        showBack();
        submit(event);
      }}
    >
      {field.hint !== undefined && (
        <p id={`${id}hint`} className={styles.hint}>
          {field.hint}
        </p>
      )}
      <div className={styles.control}>
        {field.children(
          {
            className: styles.input,
            value: written,
            onChange: ({ target }) => {
              setWritten(target.value);
              field.onWritten?.(target.value);
            },
            placeholder: field.placeholder,
            'aria-labelledby': headingId,
            'aria-describedby': `${id}hint ${id}error ${id}note`,
            'aria-invalid': checked && problem !== null,
            'aria-required': field.required,
            ...(field.write && { onBlur: showBack }),
          },
          written,
        )}
      </div>
      <FieldError id={`${id}error`}>
        {checked && problem && field.problemText({ screen, problem, locale, t, written })}
      </FieldError>
      <div id={`${id}note`}>{field.note}</div>
      <Submit screen={screen} t={t} pending={pending} />
    </form>
  );
}

/** What is wrong with any answer that is written. */
export function writtenText({ problem, t }: Pick<Explained, 'problem' | 't'>): string {
  return problem === 'required' ? t('validation.fill') : t('validation.wrong');
}
