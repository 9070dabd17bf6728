import type { ReactNode } from 'react';
import styles from './FieldError.module.css';
import { Icon } from './Icon.tsx';

/** What is wrong with a field, said there and read out when it appears. */
export function FieldError({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  return (
    <p id={id} className={styles.error} role="alert">
      {children && (
        <>
          <Icon name="alert" size={20} />
          <span>{children}</span>
        </>
      )}
    </p>
  );
}
