import { useState, type MouseEvent } from 'react';

/** Nobody has read a step and meant a tap for it so soon after it appeared. */
const tooSoonMilliseconds = 300;

/**
 * Takes away the second click of a double click, which would answer the step that has just come up in the same place.
 * Quick taps that are no double click count.
 */
export function useDoubleClickGuard(): (event: MouseEvent) => void {
  const [shownAt] = useState(() => performance.now());
  return (event) => {
    if (event.detail < 2 || event.timeStamp - shownAt >= tooSoonMilliseconds) return;
    event.preventDefault();
    event.stopPropagation();
  };
}
