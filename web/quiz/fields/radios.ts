import { useEffect, useEffectEvent, useState, type KeyboardEvent as ReactKeyboardEvent } from 'react';

const moves: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

interface Radios {
  /** Index of the one that is chosen already, -1 for none. */
  readonly chosen: number;
  readonly choose: (index: number) => void;
}

/**
 * What a group of buttons and each of them gets so that they are radios which lead on when they are chosen. Arrows, Home
 * and End move the focus and choose nothing, as native radios would. One is seen to be chosen from when it is pressed,
 * as a tap leads on at once, until the next step is there; a press that becomes a scroll chooses nothing.
 */
export function useRadios({ chosen, choose }: Radios) {
  const [stop, setStop] = useState(Math.max(chosen, 0));
  const [tapped, setTapped] = useState(-1);

  const onKeyDown = (event: ReactKeyboardEvent<HTMLElement>) => {
    const radios = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="radio"]')];
    const to = target(event.key, radios.indexOf(event.target as HTMLElement), radios.length);
    if (to === null) return;
    event.preventDefault();
    setStop(to);
    radios[to]?.focus();
  };
  const release = () => setTapped(-1);
  const releaseUnlessClicked = () => setTimeout(release, 100); // a click that follows takes the step away

  return {
    group: {
      role: 'radiogroup',
      'data-pressed': tapped < 0 ? undefined : '',
      onKeyDown,
      onPointerUp: releaseUnlessClicked,
      onPointerCancel: release,
      // A mouse may be let go elsewhere; a finger leaves whenever it is lifted.
      onPointerLeave: ({ pointerType }: { readonly pointerType: string }) => pointerType === 'mouse' && release(),
    },
    radio: (index: number) => ({
      type: 'button' as const,
      role: 'radio',
      'aria-checked': index === chosen,
      tabIndex: index === stop ? 0 : -1,
      'data-tap': 'answer',
      'data-tapped': index === tapped ? '' : undefined,
      onPointerDown: ({ isPrimary, button }: { readonly isPrimary: boolean; readonly button: number }) => {
        if (isPrimary && button === 0) setTapped(index);
      },
      onClick: () => {
        setTapped(index);
        choose(index);
      },
    }),
  };
}

function target(key: string, from: number, count: number): number | null {
  if (from < 0) return null;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const move = moves[key];
  return move === undefined ? null : (from + move + count) % count;
}

/**
 * Hears the digits 1 to 9 while the step has the keyboard: with the focus in it or on the page itself, but not while the
 * visitor types somewhere.
 */
export function useDigitKeys(onDigit: (digit: number) => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!/^[1-9]$/.test(event.key) || event.repeat || event.defaultPrevented) return;
    if (event.altKey || event.ctrlKey || event.metaKey || !isHeardByStep(event.target)) return;
    event.preventDefault(); // it is not for the step that comes up
    onDigit(Number(event.key));
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

function isHeardByStep(target: EventTarget | null): boolean {
  if (target === document.body) return true;
  if (!(target instanceof HTMLElement) || target.matches('input, textarea, select, [contenteditable]')) return false;
  return target.closest('[data-step]') !== null;
}
