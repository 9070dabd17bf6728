import type { ReactNode } from 'react';
import styles from './FormError.module.css';
import { Icon } from './Icon.tsx';

/** Why a form as a whole was refused, said above its button and read out when it appears. */
export function FormError({ children }: { readonly children: ReactNode }) {
  return (
    <div role="alert" className={styles.error}>
      {children && (
        <p className={styles.words}>
          <Icon name="alert" size={22} />
          <span>{children}</span>
        </p>
      )}
    </div>
  );
}
