/** What one tab remembers until it is closed. Where storage is switched off, until the page is left. Never throws. */
const unstored = new Map<string, string>();

/** The entry; null where there is none. */
export function readTabEntry(key: string): string | null {
  const stored = unstored.get(key);
  if (stored !== undefined) return stored;
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeTabEntry(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
    unstored.delete(key);
  } catch {
    unstored.set(key, value);
  }
}

export function removeTabEntry(key: string): void {
  unstored.delete(key);
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Then it isn't there either.
  }
}

const wantedPlaceKey = 'wantedPlace';
const sessions = '/cabinet/sessions';

/** Remembers, in this tab, which page a visitor has asked for before logging in. */
export function saveWantedPlace(place: string): void {
  writeTabEntry(wantedPlaceKey, place);
}

/** Where to go after logging in: the page that was asked for, else the sessions. The second call returns the sessions. */
export function placeAfterLogin(): string {
  const place = readTabEntry(wantedPlaceKey);
  clearWantedPlace();
  return place !== null && /^\/(?:cabinet|verify-email)(?![^/?#])/.test(place) ? place : sessions;
}

/** It was asked for in a visit that is over. */
export function clearWantedPlace(): void {
  removeTabEntry(wantedPlaceKey);
}
