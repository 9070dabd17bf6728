import { useId, type ReactNode } from 'react';
import styles from './Part.module.css';

interface Props {
  /** A short line above the title. */
  readonly eyebrow?: string;
  readonly title: string;
  /** It is the one that leads; the others follow. */
  readonly leads?: boolean;
  readonly children: ReactNode;
}

/** One part of the dashboard, with its heading. */
export function Part({ eyebrow, title, leads = false, children }: Props) {
  const id = useId();
  return (
    <section className={leads ? styles.lead : styles.part} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {eyebrow && (
          <>
            <span className={styles.eyebrow}>{eyebrow}</span>{' '}
          </>
        )}
        <span>{title}</span>
      </h2>
      {children}
    </section>
  );
}
