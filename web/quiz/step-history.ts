/**
 * One entry of the browser's history per step, so that the browser's Back goes one step back. Entries carry the number
 * of the step they show (`progress.current`) and the id of its visit, beside whatever the router keeps in them.
 */
export interface StepEntry {
  readonly step: number;
  readonly visit: string | undefined;
}

/** Entries made at once where another tab has gone on, or in a fresh one; Chromium throttles hundreds. */
const mostRebuilt = 50;

function stateWith(entry: StepEntry): Record<string, unknown> {
  return { ...(history.state as Record<string, unknown> | null), ...entry };
}

/** The step number of the current entry, if the quiz made it. */
export function stepInHistory(): number | undefined {
  const step = (history.state as { step?: unknown } | null)?.step;
  return typeof step === 'number' ? step : undefined;
}

/** The id of the visit that the current entry shows, if the quiz made it. */
export function visitInHistory(): string | undefined {
  return (history.state as { visit?: string } | null)?.visit;
}

/** Makes the entries that lead to this step, unless they are there already (as after a reload, or by Back). */
export function openStepHistory({ step, visit }: StepEntry): void {
  const first = Math.min(step, Math.max(stepInHistory() ?? 1, step - mostRebuilt));
  history.replaceState(stateWith({ step: first, visit }), '');
  for (let number = first + 1; number <= step; number++) history.pushState(stateWith({ step: number, visit }), '');
}

/** A step forward: a new entry, or the same one anew where the step left is not one to come back to. */
export function recordStep(entry: StepEntry, keepLeft: boolean): void {
  if (keepLeft) history.pushState(stateWith(entry), '');
  else history.replaceState(stateWith(entry), '');
}

/** Makes the current entry say this step: where the browser went further than the quiz could follow. */
export function correctStep(entry: StepEntry): void {
  history.replaceState(stateWith(entry), '');
}
