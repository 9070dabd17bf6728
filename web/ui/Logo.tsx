import styles from './Logo.module.css';

interface Props {
  readonly name: string;
  /** Beside many controls: on phones the mark stands alone. */
  readonly compact?: boolean;
}

/** The moon over still water, and the name. */
export function Logo({ name, compact = false }: Props) {
  return (
    <span className={compact ? `${styles.logo} ${styles.compact}` : styles.logo}>
      <svg className={styles.mark} viewBox="0 0 32 32" fill="none" aria-hidden="true">
        <path d="M25 17.5A9.2 9.2 0 1 1 15.8 4.2a7.5 7.5 0 0 0 9.2 13.3Z" fill="currentColor" />
        <path
          d="M4 23.5c2.5-1.8 4.5-1.8 7 0s4.5 1.8 7 0 4.5-1.8 7 0M9.5 28.5c2-1.4 3.6-1.4 5.5 0s3.5 1.4 5.5 0"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
        />
      </svg>
      <span className={styles.name}>{name}</span>
    </span>
  );
}
