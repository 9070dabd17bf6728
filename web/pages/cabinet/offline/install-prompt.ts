import { cabinetKeys } from '../cabinet-keys.ts';

/** What browsers offer that can install the site when they are asked to. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

const listeners = new Set<() => void>();
let offered: InstallEvent | null = null;

if (typeof window !== 'undefined') {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault(); // the profile has a place for it, and does not jump in
    take(event as InstallEvent);
  });
  window.addEventListener('appinstalled', () => take(null));
}

/** How the site can be installed here: with a `button`, by hand as `words` say, or not at all (also: it is already). */
type InstallMethod = 'button' | 'words' | null;

export const installing = {
  method: (): InstallMethod => {
    if (isClosed() || matchMedia('(display-mode: standalone)').matches) return null;
    if (offered) return 'button';
    // Only browsers on iOS have it; there it is false unless the page runs as an app.
    return (navigator as { standalone?: boolean }).standalone === false ? 'words' : null;
  },

  /** Asks the visitor, who may still say no. It can be asked once. */
  install: async (): Promise<void> => {
    const event = offered;
    take(null);
    await event?.prompt();
  },

  /** The hint is not wanted in this browser. */
  close: (): void => {
    try {
      localStorage.setItem(cabinetKeys.installHint, 'closed');
    } catch {
      // Storage is off: it stays away until the next visit.
    }
    closedHere = true;
    notify();
  },

  /** Calls back after each change, until the function it returns is called. */
  onChange: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
} as const;

let closedHere = false;

function isClosed(): boolean {
  try {
    return closedHere || localStorage.getItem(cabinetKeys.installHint) !== null;
  } catch {
    return closedHere;
  }
}

function take(event: InstallEvent | null): void {
  offered = event;
  notify();
}

function notify(): void {
  for (const listener of listeners) listener();
}
