import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { account } from '../../../session/account.ts';
import { useAsyncAction } from '../../../session/use-async-action.ts';
import { showToast } from '../../../ui/toast.ts';

interface LogOut {
  /** Whether it is under way. */
  readonly busy: boolean;
  /** Ends the session and leads to `path`; offline a toast says that the server is told later. */
  readonly logOut: (path: string) => Promise<void>;
}

/** Signing out by a control of the page: its spinner stops where the server refuses (specification, section 4). */
export function useLogOut(): LogOut {
  const { t } = useTranslation('cabinet');
  const navigate = useNavigate();
  const { busy, run } = useAsyncAction();
  const logOut = async (path: string): Promise<void> => {
    let isToldServer = true;
    const hasEnded = await run(async () => {
      isToldServer = await account.logOut();
    });
    if (!hasEnded) return;
    if (!isToldServer) showToast(t('header.logged_out_offline'), 'notice').catch(() => undefined);
    await navigate(path);
  };
  return { busy, logOut };
}
