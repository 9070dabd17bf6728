import { useEffect, useState } from 'react';

interface Countdown {
  /** Whole seconds to go; 0 when it is over. */
  readonly left: number;
  readonly restart: () => void;
}

/** Counts seconds down to 0, from the first rendering on. */
export function useCountdown(seconds: number): Countdown {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    if (left === 0) return;
    const second = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(second);
  }, [left]);
  return { left, restart: () => setLeft(seconds) };
}
