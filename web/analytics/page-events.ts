import type { Visit } from '../quiz/visit.ts';

/** What happens on a page that analytics are interested in. Their code comes after the first screen. */
export type AnalyticsEvent =
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

type Listener = (event: AnalyticsEvent) => void;

const reported: AnalyticsEvent[] = [];
const listeners: Listener[] = [];

/** Reports an event to all subscribers, present and later ones. Never throws: a subscriber's error is not the page's. */
export function report(event: AnalyticsEvent): void {
  reported.push(event);
  for (const listener of listeners) queueMicrotask(() => listener(event));
}

/** Reports a quiz as on the screen, until the function that it returns is called. */
export function reportVisit(visit: Visit): () => void {
  report({ type: 'visit', visit });
  return () => report({ type: 'left' });
}

/** Calls back for every event since the page was opened, those before the call included. */
export function subscribe(listener: Listener): void {
  listeners.push(listener);
  reported.forEach(listener);
}
