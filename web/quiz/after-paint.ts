const waiting: (() => void)[] = [];
let isScheduled = false;

/**
 * Does this once what has changed so far is painted, so that a tap is answered first; in any case before the visitor's
 * next input, and before the page is hidden or left. All is done in the order in which it was asked for.
 */
export function afterPaint(work: () => void): void {
  waiting.push(work);
  if (isScheduled) return;
  isScheduled = true;
  requestAnimationFrame(() => setTimeout(catchUp, 5)); // the paint follows the frame's callbacks
}

function catchUp(): void {
  for (let work; (work = waiting.shift());) work();
  isScheduled = false;
}

/** Runs before all other listeners; on the server there are none. */
for (const type of ['keydown', 'pointerdown', 'click', 'popstate', 'visibilitychange', 'pagehide'])
  globalThis.addEventListener?.(type, catchUp, true);
