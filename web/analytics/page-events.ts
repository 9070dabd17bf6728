import type { Visit } from '../quiz/visit.ts';

/** What of a page is of interest to those who learn from visits. Their code comes after the first screen. */
export type Told =
  /** A quiz is on the screen. */
  | { readonly type: 'visit'; readonly visit: Visit }
  /** It is there no longer. */
  | { readonly type: 'left' }
  /** The server has confirmed a payment; `amount` in the currency's smallest unit. */
  | {
      readonly type: 'purchase';
      readonly payment: string;
      readonly plan: string;
      readonly amount: number;
      readonly currency: string;
    };

type Hear = (told: Told) => void;

const all: Told[] = [];
const listeners: Hear[] = [];

/** Tells it to all who listen, now or later. It never throws: nobody's mistakes are the page's. */
export function tell(told: Told): void {
  all.push(told);
  for (const hear of listeners) queueMicrotask(() => hear(told));
}

/** Hears of everything from the page's first moment on. */
export function listen(hear: Hear): void {
  listeners.push(hear);
  all.forEach(hear);
}
