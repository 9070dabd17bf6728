import { afterEach, beforeEach, vi } from 'vitest';

/** An empty storage for each test of the file, and what is in it. */
export function emptyStorage(): Map<string, string> {
  const stored = new Map<string, string>();
  beforeEach(() => {
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    });
  });
  afterEach(() => {
    stored.clear();
    vi.unstubAllGlobals();
  });
  return stored;
}
