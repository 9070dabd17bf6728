import type { VisitEvent } from '../../engine/model.ts';

/** A tap made before the page's script had arrived, as the starter script in the head recorded it. */
export interface KeptTap {
  readonly step: string;
  readonly tap: 'next' | 'answer';
  readonly value?: string;
}

declare global {
  interface Window {
    /** Taps in the order they were made; the recorder stops when `stop` is called. */
    keptTaps?: { list: KeptTap[]; stop: () => void };
  }
}

/** Ends the recording and hands over what was tapped; from here on React's own handlers hear the taps. */
export function takeKeptTaps(): readonly KeptTap[] {
  const kept = window.keptTaps;
  kept?.stop();
  return kept?.list.splice(0) ?? [];
}

/** What a tap on this step means to the visit; nothing where it was made on another step. */
export function eventOfTap(tap: KeptTap, currentStep: string): VisitEvent | null {
  if (tap.step !== currentStep) return null;
  if (tap.tap === 'next') return { type: 'NEXT' };
  return tap.value === undefined ? null : { type: 'ANSWER', value: tap.value };
}
