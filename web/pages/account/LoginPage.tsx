import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { account, placeAfterLogin } from '../../session/account.ts';
import { useTranslation } from '../../translation.tsx';
import { AccountForm } from './AccountForm.tsx';
import { LinkWithEmail, useCarriedEmail } from './carried-email.tsx';
import { CurrentPasswordField } from './CurrentPasswordField.tsx';
import { EmailField } from './EmailField.tsx';
import { FormPage } from './FormPage.tsx';
import styles from './LoginPage.module.css';

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
