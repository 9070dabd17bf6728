import type { ReactNode } from 'react';
import styles from './MessagePage.module.css';

interface Props {
  /** Decoration above the words. */
  readonly picture: ReactNode;
  /** A short line above the title. */
  readonly eyebrow?: string;
  readonly title: string;
  readonly text: string;
  /** The ways on. */
  readonly children: ReactNode;
}

/** A page that says one thing and shows the ways on from it. */
export function MessagePage({ picture, eyebrow, title, text, children }: Props) {
  return (
    <article className={styles.page}>
      {picture}
      {eyebrow && <p className={styles.eyebrow}>{eyebrow}</p>}
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.text}>{text}</p>
      {children}
    </article>
  );
}

/** The ways on from a page: under one another on phones, side by side where there is room. */
export function PageActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.ways}>{children}</div>;
}
