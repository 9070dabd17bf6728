import { type ComponentType, useEffect, useState } from 'react';
import { cabinetKeys } from '../cabinet-keys.ts';
import { player } from '../player/player.ts';
import type { WelcomeProps } from './WelcomeDialog.tsx';
import { hasAccess } from '../../../session/current-user.ts';
import { useKnownUser } from '../../../session/use-known-user.ts';

/** The pages that welcome: not those where a member pays or unsubscribes. */
const welcomingPaths: readonly string[] = ['/cabinet/sessions', '/cabinet/dashboard', '/cabinet/profile'];

/**
 * Welcomes a member once in this browser, when they first enter with access (specification, section 3). Who is
 * listening is left in peace. Its code is fetched only where it is wanted.
 */
export function Welcome({ path }: { readonly path: string }) {
  const user = useKnownUser();
  const [Dialog, setDialog] = useState<ComponentType<WelcomeProps> | null>(null);
  const [open, setOpen] = useState(false);
  const isWelcoming = welcomingPaths.includes(path) && hasAccess(user?.accessTo ?? null);
  useEffect(() => {
    if (!isWelcoming || wasWelcomed()) return undefined;
    let wanted = true;
    const welcome = async () => {
      const { WelcomeDialog } = await import('./WelcomeDialog.tsx');
      if (!wanted || player.view().item !== null || !saveWelcomed()) return;
      setDialog(() => WelcomeDialog);
      setOpen(true);
    };
    welcome().catch(() => undefined); // the next entry will do
    return () => {
      wanted = false;
    };
  }, [isWelcoming]);
  return Dialog && user && <Dialog open={open} onClose={() => setOpen(false)} firstName={user.firstName} />;
}

/** Whether this browser has shown the welcome. Also where that can't be known: a welcome must never come twice. */
function wasWelcomed(): boolean {
  try {
    return localStorage.getItem(cabinetKeys.welcomed) !== null;
  } catch {
    return true;
  }
}

/** Keeps the welcome away from now on; false where the browser would not remember it. */
export function saveWelcomed(): boolean {
  try {
    localStorage.setItem(cabinetKeys.welcomed, 'true');
    return true;
  } catch {
    return false;
  }
}
