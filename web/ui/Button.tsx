import type { ComponentProps } from 'react';
import styles from './Button.module.css';
import { Spinner } from './Spinner.tsx';

type Props = Omit<ComponentProps<'button'>, 'className' | 'style'> &
  ButtonLook & {
    /** Work is under way: a spinner covers the label, presses do nothing, focus stays where it is. */
    readonly busy?: boolean;
  };

/** A button of 44 px or more; `type` is `button` unless said otherwise. */
export function Button({ look, small, wide, busy = false, children, onClick, ...rest }: Props) {
  const className = buttonClass({ ...(look && { look }), ...(small && { small }), ...(wide && { wide }) });
  return (
    <button
      type="button"
      {...rest}
      className={busy ? `${className} ${styles.busy}` : className}
      {...(busy && { 'aria-busy': true, 'aria-disabled': true })}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {children}
      {busy && (
        <span className={styles.spinner}>
          <Spinner />
        </span>
      )}
    </button>
  );
}

interface ButtonLook {
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
