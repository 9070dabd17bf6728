import type { ReactNode } from 'react';
import styles from './Shelf.module.css';

interface Props {
  readonly title: string;
  /** When it is used, in a sentence. */
  readonly use: string;
  readonly children: ReactNode;
}

/** A page of the design system. */
export function Shelf({ title, use, children }: Props) {
  return (
    <main className={styles.shelf} lang="en">
      <h1>{title}</h1>
      <p className={styles.use}>{use}</p>
      <div className={styles.examples}>{children}</div>
    </main>
  );
}

/** One state of what the page is about. */
export function Example({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <section className={styles.example} aria-label={name}>
      <p className={styles.name}>{name}</p>
      <div className={styles.shown}>{children}</div>
    </section>
  );
}
