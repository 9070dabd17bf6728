import { useEffect, useRef, useState, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './PasswordField.module.css';
import { TextField, type TextFieldProps } from './TextField.tsx';

type Props = Omit<TextFieldProps, 'type' | 'action'> & {
  /** Which password it is, for password managers. */
  readonly autoComplete: 'new-password' | 'current-password';
};

/** A password, hidden until its writer wants to see it, and again when the form is sent. */
export function PasswordField(props: Props) {
  const { t } = useTranslation('site');
  const [seen, setSeen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    const form = toggle.current?.form;
    const hide = () => setSeen(false); // browsers offer to save only what is still a password
    form?.addEventListener('submit', hide);
    return () => form?.removeEventListener('submit', hide);
  }, []);

  return (
    <TextField
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
      type={seen ? 'text' : 'password'}
      action={
        <button
          ref={toggle}
          type="button"
          className={styles.toggle}
          aria-label={seen ? t('password.hide_label') : t('password.show_label')}
          onMouseDown={keepFocus}
          onClick={() => setSeen(!seen)}
        >
          {seen ? t('password.hide') : t('password.show')}
        </button>
      }
    />
  );
}

/** The keyboard of a phone stays where it is. */
function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}
