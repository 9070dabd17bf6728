import { useRef, useState, type SyntheticEvent } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiProblem } from '../../session/api-problem.ts';
import { showError } from '../../session/show-error.ts';
import { useTranslation } from '../../translation.tsx';

interface Sending {
  readonly onSubmit: (event: SyntheticEvent<HTMLFormElement>) => void;
  /** From the moment it is sent; after a success until the form is gone. */
  readonly busy: boolean;
  /** Why the form as a whole was refused, in the language on the screen. */
  readonly problem: string | null;
}

/**
 * Sends a form whose fields are all right, once at a time. What the server says of a field goes to that field, wrong
 * credentials and "too many" to the form, and all else to the shared error handler. What was typed stays.
 */
export function useSend<Fields extends FieldValues>(
  form: UseFormReturn<Fields>,
  send: (fields: Fields) => Promise<void>,
): Sending {
  const { t } = useTranslation('site');
  const { problem, setProblem } = useFormProblem();
  const [busy, setBusy] = useState(false);
  const underWay = useRef(false);

  const sendOnce = async (fields: Fields, element: HTMLFormElement): Promise<void> => {
    if (underWay.current) return;
    underWay.current = true;
    setBusy(true);
    setProblem(null);
    try {
      await send(fields);
    } catch (error) {
      underWay.current = false;
      setBusy(false);
      if (isAboutForm(error)) setProblem(error);
      else if (!showAtFields(form, element, error)) showError(error, t);
    }
  };

  const onSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    const element = event.currentTarget;
    void form.handleSubmit((fields) => sendOnce(fields, element))(event);
  };
  return { onSubmit, busy, problem };
}

/** The server's words while the page speaks the language they were asked in, else the site's own. */
function useFormProblem() {
  const { t, locale } = useTranslation('account');
  const [refused, setRefused] = useState<{ readonly by: ApiProblem; readonly in: string } | null>(null);
  const words = refused && (refused.in === locale && refused.by.detail ? refused.by.detail : t(ownWords(refused.by)));
  const setProblem = (problem: ApiProblem | null) => setRefused(problem && { by: problem, in: locale });
  return { problem: words, setProblem };
}

const ownWords = ({ status }: ApiProblem) => (status === 401 ? 'problems.wrong_credentials' : 'problems.too_many');

function isAboutForm(error: unknown): error is ApiProblem {
  return error instanceof ApiProblem && (error.status === 401 || error.status === 429);
}

/** Whether the error was about fields of this form, and is now shown there. The first of them gets the focus. */
function showAtFields<Fields extends FieldValues>(
  form: UseFormReturn<Fields>,
  element: HTMLFormElement,
  error: unknown,
): boolean {
  if (!(error instanceof ApiProblem)) return false;
  const ofThisForm = error.errors.filter(({ field }) => element.elements.namedItem(field) !== null);
  for (const [index, { field, code }] of ofThisForm.entries()) {
    form.setError(field as FieldPath<Fields>, { type: 'server', message: code }, { shouldFocus: index === 0 });
  }
  return ofThisForm.length > 0;
}
