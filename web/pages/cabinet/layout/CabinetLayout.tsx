import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Locale } from '../../../../engine/model.ts';
import styles from './CabinetLayout.module.css';
import { ClockNotice, LinkNotice, PastDueNotice, UnverifiedBanner } from './CabinetNotices.tsx';
import { ChangeLocaleContext } from './change-locale.ts';
import { useLogOut } from './use-log-out.ts';
import { CabinetQueries } from '../CabinetQueries.tsx';
import { LocaleSwitcher } from '../../../layout/LocaleSwitcher.tsx';
import { PageFrame } from '../../../layout/PageFrame.tsx';
import { OfflineNote, useOffline } from '../offline/OfflineNote.tsx';
import { player } from '../player/player.ts';
import { PlayerBar } from '../player/PlayerBar.tsx';
import { Welcome } from '../welcome/Welcome.tsx';
import { hasAccess } from '../../../session/current-user.ts';
import { useKnownUser } from '../../../session/use-known-user.ts';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';

interface Props {
  readonly locale: Locale;
  readonly onChangeLocale: (locale: Locale) => void;
  /** Of the page inside. */
  readonly path: string;
  readonly children: ReactNode;
}

/** The frame of the members' pages (specification, section 2, "Cabinet layout"). */
export function CabinetLayout({ locale, onChangeLocale, path, children }: Props) {
  const user = useKnownUser();
  const isOffline = useOffline();
  // Offline the email can't be sent again: one notice says what can be done.
  const unverified = user !== null && !user.emailVerified && path !== '/cabinet/payment' && !isOffline;
  return (
    <CabinetQueries>
      <ChangeLocaleContext value={onChangeLocale}>
        <PageFrame
          home="/cabinet/sessions"
          compactLogo
          path={path}
          header={<CabinetHeader locale={locale} onChangeLocale={onChangeLocale} path={path} />}
          above={
            <>
              <OfflineNote player={player} />
              <ClockNotice />
              <LinkNotice />
              <PastDueNotice path={path} />
              {unverified && <UnverifiedBanner key={user.id} user={user} />}
            </>
          }
        >
          {children}
        </PageFrame>
        <PlayerBar />
        <Welcome path={path} />
      </ChangeLocaleContext>
    </CabinetQueries>
  );
}

interface CabinetHeaderProps {
  readonly locale: Locale;
  readonly onChangeLocale: (locale: Locale) => void;
  readonly path: string;
}

const places = [
  { path: '/cabinet/sessions', name: 'sessions' },
  { path: '/cabinet/dashboard', name: 'dashboard' },
] as const;
const reports = { path: '/cabinet/reports', name: 'reports' } as const;
type Place = (typeof places)[number] | typeof reports;

/** What stands beside the logo in the cabinet (specification, section 2, "Cabinet layout"). */
function CabinetHeader({ locale, onChangeLocale, path }: CabinetHeaderProps) {
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

/** The pages that the member can go to besides their profile: those of members with access, and those of the team. */
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

/** Ends the session and leads to LOGIN, with a spinner meanwhile (specification, section 4, "Logout"). */
function LogoutButton() {
  const { t } = useTranslation('cabinet');
  const { busy, logOut } = useLogOut();
  return (
    <Button look="quiet" small busy={busy} onClick={() => logOut('/login')}>
      <Icon name="logout" />
      <span className={styles.logoutWords}>{t('header.log_out')}</span>
    </Button>
  );
}
