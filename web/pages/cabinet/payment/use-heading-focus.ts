import { useEffect, useRef, type RefObject } from 'react';

/**
 * Moves the focus to the heading, and the page to its top, whenever another view takes the place of the one before.
 * What comes first leaves the focus alone, and so does what was loading while the reader is elsewhere, in the header.
 */
export function useHeadingFocus(view: string): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef(view);
  useEffect(() => {
    const before = shown.current;
    shown.current = view;
    if (view === before) return;
    const heading = place.current?.querySelector('h1');
    const wasLoading = before === 'loading' || before === 'checking';
    if (!heading || (wasLoading && !document.activeElement?.contains(heading))) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    if (!wasLoading) window.scrollTo(0, 0);
  }, [view]);
  return place;
}
