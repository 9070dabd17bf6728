import { useForm, useFormContext } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { AccountForm, FormPage } from './AccountForm.tsx';
import { EmailField, LinkWithEmail, fieldWords, useCarriedEmail } from './EmailField.tsx';
import styles from './LoginPage.module.css';
import { account, placeAfterLogin } from '../../session/account.ts';
import { useTranslation } from 'react-i18next';
import { PasswordField } from '../../ui/PasswordField.tsx';

interface Fields {
  readonly email: string;
  readonly password: string;
}

/** LOGIN: afterwards to the page of the cabinet that was asked for, else to the sessions. */
export function LoginPage() {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const form = useForm<Fields>({ defaultValues: useCarriedEmail() });

  const logIn = async (fields: Fields): Promise<void> => {
    await account.logIn(fields);
    await navigate(placeAfterLogin(), { replace: true }); // Back would only lead here and on again
  };

  return (
    <FormPage scene="moon" title={t('login.title')} intro={t('login.intro')}>
      <AccountForm
        form={form}
        send={logIn}
        submit={t('login.submit')}
        footer={
          <p>
            {t('login.no_account')} <LinkWithEmail to="/register">{t('login.register')}</LinkWithEmail>
          </p>
        }
      >
        <EmailField enterKeyHint="next" />
        <div>
          <CurrentPasswordField />
          <p className={styles.forgot}>
            <LinkWithEmail to="/forgot-password">{t('login.forgot')}</LinkWithEmail>
          </p>
        </div>
      </AccountForm>
    </FormPage>
  );
}

/** The password of an account that there is: it may be older than today's rules. */
function CurrentPasswordField() {
  const { t } = useTranslation('account');
  const { register, formState } = useFormContext<{ password: string }>();
  return (
    <PasswordField
      {...register('password', { required: 'required' })}
      label={t('fields.password')}
      error={fieldWords(formState.errors.password?.message, { t })}
      autoComplete="current-password"
      enterKeyHint="go"
      aria-required
    />
  );
}
