import type { ReactNode } from 'react';
import { Icon } from '../../../ui/Icon.tsx';
import styles from './Done.module.css';

interface Props {
  /** Null where there is nothing to say. */
  readonly words: string | null;
  /** The control that did it. */
  readonly children: ReactNode;
}

/** A control, and beside it what it has done: seen, and read out without taking the focus. */
export function Done({ words, children }: Props) {
  return (
    <div className={styles.line}>
      {children}
      <output className={styles.words}>
        {words !== null && (
          <>
            <Icon name="check" size={18} />
            <span className={styles.text}>{words}</span>
          </>
        )}
      </output>
    </div>
  );
}
