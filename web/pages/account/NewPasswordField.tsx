import { useFormContext, useWatch } from 'react-hook-form';
import { fieldWords, longest } from './EmailField.tsx';
import styles from './NewPasswordField.module.css';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/Icon.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';

/** A password to be chosen, with what it needs. */
export function NewPasswordField({ label }: { readonly label: string }) {
  const { t } = useTranslation('account');
  const { register, formState } = useFormContext<{ password: string }>();
  const password = useWatch<{ password: string }>({ name: 'password' });
  return (
    <PasswordField
      {...register('password', {
        required: 'required',
        maxLength: { value: longest.password, message: 'too_long' },
        validate: (password) => passwordRules.every((rule) => meetsRule(password, rule)) || 'password_rules',
      })}
      label={label}
      error={fieldWords(formState.errors.password?.message, { t, max: longest.password })}
      help={<PasswordRules password={password ?? ''} />}
      autoComplete="new-password"
      enterKeyHint="next"
      aria-required
    />
  );
}

/** What a password needs, each ticked off as soon as it is met. */
function PasswordRules({ password }: { readonly password: string }) {
  const { t } = useTranslation('account');
  return (
    <>
      <ul className={styles.rules}>
        {passwordRules.map((rule) => {
          const met = meetsRule(password, rule);
          return (
            <li key={rule} className={met ? `${styles.rule} ${styles.met}` : styles.rule}>
              <span className={styles.sign}>{met && <Icon name="check" size={16} />}</span>
              <span>
                {t(`password.rules.${rule}`)}
                <span className="unseen">{met ? t('password.met') : t('password.unmet')}</span>
              </span>
            </li>
          );
        })}
      </ul>
      <p className={styles.special}>{t('password.special')}</p>
    </>
  );
}

const rules = {
  length: (password: string) => Array.from(password).length >= 6,
  letter: (password: string) => /\p{L}/u.test(password),
  digit: (password: string) => /\p{Nd}/u.test(password),
} as const;

type PasswordRule = keyof typeof rules;

/** What a password needs: at least 6 characters, a letter and a digit (specification, section 5). */
export const passwordRules = Object.keys(rules) as readonly PasswordRule[];

export function meetsRule(password: string, rule: PasswordRule): boolean {
  return rules[rule](password);
}
