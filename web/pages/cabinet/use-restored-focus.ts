import { type RefObject, useEffect, useRef } from 'react';

/**
 * A control may go with what it has done, or what it stands for: the focus that it had goes to what `next` finds, or to
 * the page, so that the keyboard doesn't begin at its top. Has to be called where the control's going is rendered.
 */
export function useRestoredFocus(
  place: RefObject<HTMLElement | null>,
  next: (place: HTMLElement) => HTMLElement | null,
): void {
  const last = useRef<Element | null>(null);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      last.current = place.current?.contains(target as Element) ? (target as Element) : null;
    };
    const element = place.current;
    document.addEventListener('focusin', note);
    const isLost =
      last.current?.isConnected === false && [document.body, element].includes(document.activeElement as HTMLElement);
    if (isLost) {
      last.current = null;
      ((element && next(element)) ?? document.getElementById('main'))?.focus({ preventScroll: true });
    }
    return () => document.removeEventListener('focusin', note);
  });
}
