import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { showError } from '../../../errors.ts';
import { account } from '../../../session/account.ts';
import { showToast } from '../../../ui/toast.ts';

interface LogOut {
  /** Whether it is under way. */
  readonly busy: boolean;
  /** Ends the session and leads to `path`; offline a toast says that the server gets it later. */
  readonly logOut: (path: string) => void;
}

/** Signing out by a control of the page: its spinner stops where the server refuses (specification, section 4). */
export function useLogOut(): LogOut {
  const { t } = useTranslation('cabinet');
  const navigate = useNavigate();
  const { mutate, isPending } = useMutation({
    mutationFn: (_path: string) => account.logOut(),
    onSuccess: async (isToldServer, path) => {
      if (!isToldServer) showToast(t('header.logged_out_offline'), 'notice').catch(() => undefined);
      await navigate(path);
    },
    onError: (error) => showError(error, t),
  });
  return { busy: isPending, logOut: mutate };
}
