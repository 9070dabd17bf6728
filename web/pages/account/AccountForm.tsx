import type { ReactNode } from 'react';
import { FormProvider, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { Button } from '../../ui/Button.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { useScripted } from '../../ui/use-scripted.ts';
import styles from './AccountForm.module.css';
import { useSend } from './use-send.ts';

interface Props<Fields extends FieldValues> {
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
export function AccountForm<Fields extends FieldValues>({ form, send, ...words }: Props<Fields>) {
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
