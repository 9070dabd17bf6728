/** What one tab remembers until it is closed. Where storage is switched off, until the page is left. Never throws. */
const unstored = new Map<string, string>();

/** The entry; null where there is none. */
export function readTabEntry(key: string): string | null {
  const kept = unstored.get(key);
  if (kept !== undefined) return kept;
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
