import { useId, type ReactNode } from 'react';
import styles from './ProfileSection.module.css';

interface Props {
  readonly title: string;
  readonly children: ReactNode;
}

/** One matter of the profile, with its heading. */
export function ProfileSection({ title, children }: Props) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {children}
    </section>
  );
}
