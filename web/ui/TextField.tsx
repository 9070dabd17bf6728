import { useId, type ComponentProps, type ReactNode } from 'react';
import { FieldError } from './FieldError.tsx';
import styles from './TextField.module.css';

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'className' | 'style' | 'children'> {
  readonly label: string;
  /** A remark after the label, such as "optional". */
  readonly remark?: string;
  /** What is wrong with what was written; nothing where nothing is. */
  readonly error?: ReactNode;
  /** Below the input; screen readers read it with the input. */
  readonly help?: ReactNode;
  /** A control at the end of the input, inside its frame. */
  readonly action?: ReactNode;
}

/** A line to write in, with its label above and its error below. Takes what `register` of React Hook Form gives. */
export function TextField({ label, remark, error, help, action, ...input }: TextFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {remark && <span className={styles.remark}> ({remark})</span>}
      </label>
      <div className={styles.frame}>
        <input
          type="text"
          {...input}
          id={id}
          className={styles.input}
          aria-invalid={Boolean(error)}
          aria-describedby={`${id}error ${id}help`}
        />
        {action}
      </div>
      <FieldError id={`${id}error`}>{error}</FieldError>
      <div id={`${id}help`} className={styles.help}>
        {help}
      </div>
    </div>
  );
}
