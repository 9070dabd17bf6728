import {
  useEffect,
  useEffectEvent,
  useState,
  type KeyboardEvent as ReactKeyboardEvent,
  type PointerEvent,
  type RefObject,
} from 'react';

const moves: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/**
 * One stop of the Tab key for a group of radios; arrows, Home and End move the focus and choose nothing, because
 * choosing leaves the step. `chosen` is the index of the radio to start from, -1 for none.
 */
export function useRovingFocus(chosen: number) {
  const [stop, setStop] = useState(Math.max(chosen, 0));

  const onKeyDown = (event: ReactKeyboardEvent<HTMLElement>) => {
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

/**
 * What a group of radios does so that an option is seen to be chosen: from when it is pressed, until the next step is
 * there. A tap leads on at once; shown only then, it would not be seen. A press that becomes a scroll chooses nothing.
 */
export const shownPresses = {
  onPointerDown: ({ target, currentTarget, isPrimary, button }: PointerEvent<HTMLElement>) => {
    if (isPrimary && button === 0) showChosen(currentTarget, (target as Element).closest('[role=radio]'));
  },
  onPointerUp: ({ currentTarget }: PointerEvent<HTMLElement>) => showChosen(currentTarget, null),
  onPointerCancel: ({ currentTarget }: PointerEvent<HTMLElement>) => showChosen(currentTarget, null),
};

export function showChosen(group: HTMLElement, option: Element | null | undefined): void {
  for (const each of group.children) each.toggleAttribute('data-tapped', each === option);
}

/**
 * Hears the digits 1 to 9 while the step has the keyboard: with the focus in `area`'s step or on the page itself, but
 * not while the visitor types somewhere.
 */
export function useDigitKeys(area: RefObject<HTMLElement | null>, onDigit: (digit: number) => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!/^[1-9]$/.test(event.key) || event.repeat || event.defaultPrevented) return;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (!hasKeyboard(area.current, event.target)) return;
    event.preventDefault(); // it is not for the step that comes up
    onDigit(Number(event.key));
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

function hasKeyboard(area: HTMLElement | null, target: EventTarget | null): boolean {
  if (!area) return false;
  if (target === document.body) return true;
  if (!(target instanceof HTMLElement) || target.matches('input, textarea, select, [contenteditable]')) return false;
  return area.closest('[data-step]')?.contains(target) ?? false;
}
