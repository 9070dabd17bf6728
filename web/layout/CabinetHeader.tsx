import { Link } from 'react-router';
import type { Locale } from '../../engine/model.ts';
import { hasAccess } from '../session/current-user.ts';
import { useKnownUser } from '../session/use-known-user.ts';
import { useTranslation } from 'react-i18next';
import { Icon } from '../ui/Icon.tsx';
import styles from './CabinetHeader.module.css';
import { LocaleSwitcher } from './LocaleSwitcher.tsx';
import { LogoutButton } from './LogoutButton.tsx';

interface Props {
  readonly locale: Locale;
  readonly onChangeLocale: (locale: Locale) => void;
  readonly path: string;
}

const places = [
  { path: '/cabinet/sessions', name: 'sessions' },
  { path: '/cabinet/dashboard', name: 'dashboard' },
  { path: '/cabinet/profile', name: 'profile' },
] as const;
const reports = { path: '/cabinet/reports', name: 'reports' } as const;
type Place = (typeof places)[number] | typeof reports;

/** What stands beside the logo in the cabinet (specification, section 2, "Cabinet layout"). */
export function CabinetHeader({ locale, onChangeLocale, path }: Props) {
  const user = useKnownUser();
  const accessTo = user?.accessTo ?? null;
  const open = [...(hasAccess(accessTo) ? places : []), ...(user?.role === 'analyst' ? [reports] : [])];
  return (
    <>
      <LocaleSwitcher locale={locale} onChangeLocale={onChangeLocale} />
      <div className={styles.actions}>
        {accessTo && <ProfileLink path={path} />}
        <LogoutButton />
      </div>
      {open.length > 0 && <Places path={path} open={open} />}
    </>
  );
}

/** The profile icon; on the profile page a way back to the sessions. */
function ProfileLink({ path }: { readonly path: string }) {
  const { t } = useTranslation('cabinet');
  const onProfile = path === '/cabinet/profile';
  const words = onProfile ? t('header.back_to_sessions') : t('header.profile');
  return (
    <Link className={styles.icon} to={onProfile ? '/cabinet/sessions' : '/cabinet/profile'} title={words}>
      <Icon name={onProfile ? 'back' : 'profile'} />
      <span className="unseen">{words}</span>
    </Link>
  );
}

/** The pages that the member can go to: those of who has access, and those of the team. */
function Places({ path, open }: { readonly path: string; readonly open: readonly Place[] }) {
  const { t } = useTranslation('cabinet');
  return (
    <nav className={styles.places} aria-label={t('header.places')}>
      {open.map((place) => (
        <Link
          key={place.path}
          className={styles.place}
          to={place.path}
          aria-current={place.path === path ? 'page' : undefined}
        >
          {t(`header.${place.name}`)}
        </Link>
      ))}
    </nav>
  );
}
