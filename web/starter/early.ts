/** What the starter script hands over to the page's own. */

/** An event of a visit from before the page's own script had come. */
export interface EarlyEvent {
  /** When it was, by the visitor's clock: milliseconds since 1970. */
  readonly at: number;
  /** Id of the step on the screen. */
  readonly step: string;
  readonly type: 'ANSWER' | 'NEXT' | 'BACK';
  /** Key of the option that was chosen. */
  readonly value?: string | undefined;
}

/** A visit before the page's own script has come. */
export interface EarlyVisit {
  /** When the page was opened, by the visitor's clock: milliseconds since 1970. */
  readonly openedAt: number;
  /** All that the visitor did, in order. */
  readonly events: readonly EarlyEvent[];
  /** Whether the last event has not led on yet: the page does not hold the screen that follows. */
  readonly waits: boolean;
}

/**
 * Where each screen that the page holds leads: to the step with this id, or by the answer's key. A step that is not
 * named, and an answer that is not, wait for the page's own script.
 */
export type Ways = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

declare global {
  /** What the visitor has done so far; `isOver` ends the starter script's part. Missing where no quiz was opened. */
  var earlyVisit: ((isOver?: boolean) => EarlyVisit) | undefined;
}

/** The prefix of the entry of sessionStorage that holds a funnel's early visit: a reload goes on with it. */
export const earlyKeyPrefix = 'early:';
