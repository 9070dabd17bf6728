import { useTranslation } from '../../translation.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { meetsRule, passwordRules } from './password-rules.ts';
import styles from './PasswordRules.module.css';

/** What a password needs, each ticked off as soon as it is met. */
export function PasswordRules({ password }: { readonly password: string }) {
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
