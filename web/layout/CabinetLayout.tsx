import type { ReactNode } from 'react';
import type { Locale } from '../../engine/model.ts';
import { Welcome } from '../pages/cabinet/welcome/Welcome.tsx';
import { OfflineNote } from '../pages/cabinet/offline/OfflineNote.tsx';
import { PlayerBar } from '../pages/cabinet/player/PlayerBar.tsx';
import { useKnownUser } from '../session/use-known-user.ts';
import { CabinetHeader } from './CabinetHeader.tsx';
import { ClockNotice, PastDueNotice } from './CabinetNotices.tsx';
import { ChangeLocaleContext } from './change-locale.ts';
import { PageFrame } from './PageFrame.tsx';
import { UnverifiedBanner } from './UnverifiedBanner.tsx';

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
  const unverified = user !== null && !user.emailVerified && path !== '/cabinet/payment';
  return (
    <ChangeLocaleContext value={onChangeLocale}>
      <PageFrame
        home="/cabinet/sessions"
        compactLogo
        path={path}
        header={<CabinetHeader locale={locale} onChangeLocale={onChangeLocale} path={path} />}
        above={
          <>
            <OfflineNote />
            <ClockNotice />
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
  );
}
