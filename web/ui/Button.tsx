import type { ComponentProps } from 'react';
import { buttonClass, type ButtonLook } from './button-class.ts';
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
