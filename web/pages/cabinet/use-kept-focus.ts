import { type RefObject, useEffect, useRef } from 'react';

/**
 * A control may go with what it has done, or what it stands for: the focus that it had goes to what `next` finds, or to
 * the page, so that the keyboard doesn't begin at its top. Has to be called where the control's going is rendered.
 */
export function useKeptFocus(
  place: RefObject<HTMLElement | null>,
  next: (place: HTMLElement) => HTMLElement | null,
): void {
  const last = useRef<Element | null>(null);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      last.current = target as Element;
    };
    const element = place.current;
    element?.addEventListener('focusin', note);
    const isLost =
      last.current?.isConnected === false && [document.body, element].includes(document.activeElement as HTMLElement);
    if (isLost) {
      last.current = null;
      ((element && next(element)) ?? document.getElementById('main'))?.focus({ preventScroll: true });
    }
    return () => element?.removeEventListener('focusin', note);
  });
}
