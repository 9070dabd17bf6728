import type { ReactNode } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import styles from './field.module.css';

/** What is wrong with the answer, said at the field and read out when it appears. */
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
