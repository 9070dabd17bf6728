import { createStore, useStore } from 'zustand';
import { cabinetKeys } from '../cabinet-keys.ts';

/** What browsers offer that can install the site when they are asked to. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

interface Installing {
  readonly offered: InstallEvent | null;
  /** Also where that can't be remembered. */
  readonly isClosed: boolean;
}

const store = createStore<Installing>(() => ({ offered: null, isClosed: wasClosed() }));

if (typeof window !== 'undefined') {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault(); // the profile has a place for it, and does not jump in
    store.setState({ offered: event as InstallEvent });
  });
  window.addEventListener('appinstalled', () => store.setState({ offered: null }));
}

/** How the site can be installed here: with a `button`, by hand as `words` say, or not at all (also: it is already). */
type InstallMethod = 'button' | 'words' | null;

export const useInstallMethod = (): InstallMethod => useStore(store, methodOf);

function methodOf({ offered, isClosed }: Installing): InstallMethod {
  if (isClosed || matchMedia('(display-mode: standalone)').matches) return null;
  if (offered) return 'button';
  // Only browsers on iOS have it; there it is false unless the page runs as an app.
  return (navigator as { standalone?: boolean }).standalone === false ? 'words' : null;
}

export const installing = {
  /** Asks the visitor, who may still say no. It can be asked once. */
  install: async (): Promise<void> => {
    const { offered } = store.getState();
    store.setState({ offered: null });
    await offered?.prompt();
  },

  /** The hint is not wanted in this browser. */
  close: (): void => {
    try {
      localStorage.setItem(cabinetKeys.installHint, 'closed');
    } catch {
      // Storage is off: it stays away until the next visit.
    }
    store.setState({ isClosed: true });
  },
} as const;

function wasClosed(): boolean {
  try {
    return localStorage.getItem(cabinetKeys.installHint) !== null;
  } catch {
    return false;
  }
}
