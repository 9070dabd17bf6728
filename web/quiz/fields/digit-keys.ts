import { useEffect, useEffectEvent, type RefObject } from 'react';

/**
 * Hears the digits 1 to 9 while the step has the keyboard: with the focus in `area`'s step or on the page itself, but
 * not while the visitor types somewhere.
 */
export function useDigitKeys(area: RefObject<HTMLElement | null>, onDigit: (digit: number) => void): void {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    if (!/^[1-9]$/.test(event.key) || event.repeat || event.defaultPrevented) return;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (hasKeyboard(area.current, event.target)) onDigit(Number(event.key));
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => hear(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

function hasKeyboard(area: HTMLElement | null, target: EventTarget | null): boolean {
  if (target === document.body) return true;
  if (!(target instanceof HTMLElement) || target.matches('input, textarea, select, [contenteditable]')) return false;
  return area?.closest('[data-step]')?.contains(target) ?? false;
}
