import type { ReactNode } from 'react';
import styles from './Ways.module.css';

/** The ways on from a page: under one another on phones, side by side where there is room. */
export function Ways({ children }: { readonly children: ReactNode }) {
  return <div className={styles.ways}>{children}</div>;
}
