/**
 * One entry of the browser's history per step, so that the browser's Back goes one step back. Entries carry the number
 * of the step they show (`progress.current`) beside whatever the router keeps in them.
 */

/** Entries made at once when a visit is taken up in a fresh tab; Chromium throttles hundreds. */
const mostRebuilt = 50;

function stateWith(step: number): Record<string, unknown> {
  return { ...(history.state as Record<string, unknown> | null), step };
}

/** The step number of the current entry, if the quiz made it. */
export function stepInHistory(): number | undefined {
  const step = (history.state as { step?: unknown } | null)?.step;
  return typeof step === 'number' ? step : undefined;
}

/** Makes the entries that lead to this step, unless they are there already (as after a reload, or by Back). */
export function openStepHistory(step: number): void {
  const known = stepInHistory();
  if (known !== undefined) {
    if (known !== step) correctStep(step);
    return;
  }
  const first = Math.max(1, step - mostRebuilt);
  history.replaceState(stateWith(first), '');
  for (let number = first + 1; number <= step; number++) history.pushState(stateWith(number), '');
}

/** A step forward: a new entry, or the same one anew where the step left is not one to come back to. */
export function recordStep(step: number, keepLeft: boolean): void {
  if (keepLeft) history.pushState(stateWith(step), '');
  else history.replaceState(stateWith(step), '');
}

/** Makes the current entry say this step: where the browser went further than the quiz could follow. */
export function correctStep(step: number): void {
  history.replaceState(stateWith(step), '');
}
