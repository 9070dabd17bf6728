import type { ReactNode } from 'react';
import { Medallion } from '../drawings/Medallion.tsx';
import styles from './FormPage.module.css';

interface Props {
  /** The drawing above the title. */
  readonly scene: 'moon' | 'dawn' | 'stars';
  readonly title: string;
  readonly intro: string;
  /** Stands beside the form where there is room, else between the title and the form. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A page that is one form. */
export function FormPage({ scene, title, intro, aside, children }: Props) {
  return (
    <article className={aside ? `${styles.page} ${styles.withAside}` : styles.page}>
      <header className={styles.header}>
        <Medallion scene={scene} />
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.intro}>{intro}</p>
      </header>
      {aside && <div className={styles.aside}>{aside}</div>}
      <div className={styles.form}>{children}</div>
    </article>
  );
}
