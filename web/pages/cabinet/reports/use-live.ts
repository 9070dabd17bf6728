import { useCallback, useEffect, useRef, useState } from 'react';
import { useWhenSeen } from '../use-when-seen.ts';

/** What is known of something that changes. */
export interface Live<Value> {
  /** The last answer to what is asked for now; null where there is none yet. */
  readonly value: Value | null;
  /** Why the last attempt failed; null where it went well. */
  readonly error: unknown;
  /** Whether an answer to something else is still shown. */
  readonly isOld: boolean;
  /** Asks at once. Never rejects. */
  readonly look: () => Promise<void>;
}

interface Known<Value> {
  readonly value: Value | null;
  readonly error: unknown;
  readonly load: (() => Promise<Value>) | null;
}

/** How long an answer is shown before there is another one. */
const refreshMilliseconds = 15_000;

/**
 * Loads it, again whenever `load` is another function, and while the page is looked at 15 seconds after each answer.
 * What is known stays where that fails.
 */
export function useLive<Value>(load: () => Promise<Value>): Live<Value> {
  const [known, setKnown] = useState<Known<Value>>({ value: null, error: null, load: null });
  const latest = useRef(0);
  const look = useCallback(async () => {
    const request = ++latest.current;
    const seen = await settle(load);
    if (request !== latest.current) return; // something else is asked for by now
    setKnown(({ value }) => ('error' in seen ? { value, error: seen.error, load } : { ...seen, error: null, load }));
  }, [load]);
  useEffect(() => {
    void look();
  }, [look]);
  useEffect(() => {
    if (known.load === null) return undefined;
    const timer = setTimeout(() => document.visibilityState === 'visible' && void look(), refreshMilliseconds);
    return () => clearTimeout(timer);
  }, [known, look]);
  useWhenSeen(look);
  return { value: known.value, error: known.error, isOld: known.load !== load, look };
}

async function settle<Value>(
  load: () => Promise<Value>,
): Promise<{ readonly value: Value } | { readonly error: unknown }> {
  try {
    return { value: await load() };
  } catch (error) {
    return { error };
  }
}
