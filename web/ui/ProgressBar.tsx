import styles from './ProgressBar.module.css';

interface Props {
  readonly value: number;
  readonly max: number;
  /** What progresses, for screen readers. */
  readonly label: string;
  /** How far it is, in words ("Step 3 of 16"). */
  readonly text?: string;
}

/** A native progress bar: its length needs no inline style. */
export function ProgressBar({ value, max, label, text }: Props) {
  return <progress className={styles.bar} value={value} max={max} aria-label={label} aria-valuetext={text} />;
}
