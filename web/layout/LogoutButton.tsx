import { useNavigate } from 'react-router';
import { account } from '../session/account.ts';
import { useAsyncAction } from '../session/use-work.ts';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import styles from './CabinetHeader.module.css';

/** Ends the session and leads to LOGIN, with a spinner meanwhile (specification, section 4, "Logout"). */
export function LogoutButton() {
  const { t } = useTranslation('cabinet');
  const navigate = useNavigate();
  const { busy, run } = useAsyncAction();
  const logOut = async () => {
    if (await run(() => account.logOut())) void navigate('/login');
  };
  return (
    <Button look="quiet" small busy={busy} onClick={() => void logOut()}>
      <Icon name="logout" />
      <span className={styles.logoutWords}>{t('header.log_out')}</span>
    </Button>
  );
}
