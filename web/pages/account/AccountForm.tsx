import { type ReactNode, type SyntheticEvent, useRef, useState } from 'react';
import { type FieldPath, type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form';
import styles from './AccountForm.module.css';
import type { SceneDrawing } from '../../../engine/model.ts';
import { Medallion } from '../drawings/Medallion.tsx';
import { QuizScene } from '../drawings/QuizScene.tsx';
import { ApiProblem } from '../../session/api-client.ts';
import { showError } from '../../errors.ts';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { useScripted } from '../../ui/use-scripted.ts';

interface AccountFormProps<Fields extends FieldValues> {
  readonly form: UseFormReturn<Fields>;
  /** Resolves when the form has done its work and makes way for what comes next. */
  readonly send: (fields: Fields) => Promise<void>;
  /** What its button says. */
  readonly submit: string;
  /** Between the fields and the button: what happens next. */
  readonly note?: ReactNode;
  /** Ways to other forms. */
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

/** A form about an account: its fields, its errors, its button, and the ways to other forms. */
export function AccountForm<Fields extends FieldValues>({ form, send, ...words }: AccountFormProps<Fields>) {
  const { onSubmit, busy, problem } = useSend(form, send);
  const scripted = useScripted();
  return (
    <FormProvider {...form}>
      {/* Sent by the browser itself, a password would stand in the address: so by POST, and not before the script. */}
      <form className={styles.form} method="post" noValidate onSubmit={onSubmit}>
        {words.children}
        <div className={styles.end}>
          <FormError>{problem}</FormError>
          <Button type="submit" wide busy={busy} disabled={!scripted}>
            {words.submit}
          </Button>
          {words.note && <p className={styles.note}>{words.note}</p>}
        </div>
      </form>
      {words.footer && <div className={styles.footer}>{words.footer}</div>}
    </FormProvider>
  );
}

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
function useSend<Fields extends FieldValues>(
  form: UseFormReturn<Fields>,
  send: (fields: Fields) => Promise<void>,
): Sending {
  const { t } = useTranslation('site');
  const { problem, setProblem } = useFormProblem();
  const [busy, setBusy] = useState(false);
  const isRunning = useRef(false);

  const sendOnce = async (fields: Fields, element: HTMLFormElement): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setProblem(null);
    try {
      await send(fields);
    } catch (error) {
      isRunning.current = false;
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
  const { t, i18n } = useTranslation('account');
  const locale = i18n.language;
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

interface FormPageProps {
  /** The drawing above the title. */
  readonly scene: SceneDrawing | 'moon' | 'dawn' | 'stars';
  readonly title: string;
  readonly intro: string;
  /** Below the intro. */
  readonly preview?: ReactNode;
  /** Stands beside the form where there is room, else below it: what is asked for is on the first screen. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A page that is one form. */
export function FormPage({ scene, title, intro, preview, aside, children }: FormPageProps) {
  return (
    <article className={aside ? `${styles.page} ${styles.withAside}` : styles.page}>
      <header className={styles.header}>
        {typeof scene === 'string' ? <Medallion scene={scene} /> : <QuizScene drawing={scene} />}
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.intro}>{intro}</p>
        {preview && <div className={styles.preview}>{preview}</div>}
      </header>
      <div className={styles.pageForm}>{children}</div>
      {aside && <div className={styles.aside}>{aside}</div>}
    </article>
  );
}
