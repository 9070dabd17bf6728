import type { ReactNode } from 'react';
import styles from './ListMessage.module.css';

interface Props {
  readonly title: string;
  readonly text: string;
  /** What can be done about it. */
  readonly children?: ReactNode;
}

/** What stands in place of the list where there is none. */
export function ListMessage({ title, text, children }: Props) {
  return (
    <div className={styles.message}>
      <h3>{title}</h3>
      <p className={styles.text}>{text}</p>
      {children}
    </div>
  );
}
