import { useState, type ComponentProps, type SyntheticEvent } from 'react';
import type { Answer, AnswerProblem } from '../../../engine/model.ts';
import { useEarlyFields } from '../early-fields.ts';
import { Continue, type FieldProps } from './field.tsx';

/** Continue inside a form, whose fields are taken over with it. */
export function Submit(props: Omit<ComponentProps<typeof Continue>, 'onPress'>) {
  useEarlyFields();
  return <Continue {...props} />;
}

interface Submission extends Pick<FieldProps, 'pending' | 'onAnswer'> {
  readonly answer: Answer | undefined;
  readonly problem: AnswerProblem | null;
  /** A selector of the field that gets the focus where something is wrong; default: the first one. */
  readonly wrong?: string;
}

/** Sends a form's answer, or moves the focus to what is wrong; from then on (`checked`) that is said. */
export function useSubmit({ answer, problem, pending, onAnswer, wrong = 'input' }: Submission) {
  const [checked, setChecked] = useState(false);
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChecked(true);
    if (problem || answer === undefined) event.currentTarget.querySelector<HTMLElement>(wrong)?.focus();
    else if (!pending) onAnswer(answer);
  };
  return { checked, submit };
}
