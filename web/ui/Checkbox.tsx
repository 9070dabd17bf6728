import { useId, type ComponentProps, type ReactNode } from 'react';
import styles from './Checkbox.module.css';
import { FieldError } from './FieldError.tsx';

interface Props extends Omit<ComponentProps<'input'>, 'id' | 'type' | 'className' | 'style'> {
  /** What is agreed to; may hold links. */
  readonly children: ReactNode;
  /** What is wrong; nothing where nothing is. */
  readonly error?: ReactNode;
}

/** A box to tick, with its words beside it. Takes what `register` of React Hook Form gives. */
export function Checkbox({ children, error, ...input }: Props) {
  const id = useId();
  return (
    <div>
      <label className={styles.row}>
        <input
          {...input}
          type="checkbox"
          className={styles.box}
          aria-invalid={Boolean(error)}
          aria-describedby={`${id}error`}
        />
        <span className={styles.words}>{children}</span>
      </label>
      <div className={styles.error}>
        <FieldError id={`${id}error`}>{error}</FieldError>
      </div>
    </div>
  );
}
