import styles from './Button.module.css';

export interface ButtonLook {
  /** One primary a screen; secondary beside it; quiet for what is seldom wanted; danger for what can't be undone. */
  readonly look?: 'primary' | 'secondary' | 'quiet' | 'danger';
  readonly small?: boolean;
  /** As wide as its column. */
  readonly wide?: boolean;
}

/** The class of a button, also for a link that should look like one. */
export function buttonClass({ look = 'primary', small = false, wide = false }: ButtonLook = {}): string {
  return [styles.button, styles[look], small && styles.small, wide && styles.wide].filter(Boolean).join(' ');
}
