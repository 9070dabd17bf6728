import { useState, type KeyboardEvent } from 'react';

const moves: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/**
 * One stop of the Tab key for a group of radios; arrows, Home and End move the focus and choose nothing, because
 * choosing leaves the step. `chosen` is the index of the radio to start from, -1 for none.
 */
export function useRovingFocus(chosen: number) {
  const [stop, setStop] = useState(Math.max(chosen, 0));

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const radios = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="radio"]')];
    const to = target(event.key, radios.indexOf(event.target as HTMLElement), radios.length);
    if (to === null) return;
    event.preventDefault();
    setStop(to);
    radios[to]?.focus();
  };

  return { onKeyDown, tabIndex: (index: number) => (index === stop ? 0 : -1) };
}

function target(key: string, from: number, count: number): number | null {
  if (from < 0) return null;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const move = moves[key];
  return move === undefined ? null : (from + move + count) % count;
}
