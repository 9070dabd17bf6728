/**
 * What a browser reports of a visit, and what happened in it. It reports as little as possible: when a page was opened
 * and on what, and then each event that the funnel took. Everything else (steps shown, answers, goals, the outcome …)
 * follows from that by the same engine, wherever it is asked for.
 */

import type { Answer, CompiledFunnel, SavedVisit, VisitEvent, VisitInput } from '../model.ts';
import { redactAnswer } from './answer.ts';
import { assignVariants } from './variants.ts';

/** On what a page of a visit began. */
export interface PageStart {
  /** Of the funnel that the page runs: `CompiledFunnel.version`. */
  readonly version: string;
  readonly locale: string;
  /** Of the browser; it decides the variants (`assignVariants`) and the order of shuffled options. */
  readonly seed: string;
  /** `utm_source` of the landing. */
  readonly source?: string;
  /** Values of the funnel's hidden fields. */
  readonly query?: Readonly<Record<string, string>>;
  readonly stepsLimit?: number;
  /** The visitor's day, where the funnel asks for it. */
  readonly today?: string;
  /** Where the visit was when the page began to report, unless it was new. Its texts and addresses are placeholders. */
  readonly saved?: SavedVisit;
}

/**
 * One thing that a browser reports. First the milliseconds since the page was opened. `answer`, `next` and `back` are
 * events that the funnel took, with the id of the step that they were sent on; `hide` and `show`: the page left the
 * screen (another tab, another app, closed) and came back.
 */
export type PageEvent =
  | readonly [at: number, kind: 'open', start: PageStart]
  | readonly [at: number, kind: 'answer', step: string, value: Answer]
  | readonly [at: number, kind: 'next' | 'back', step: string]
  | readonly [at: number, kind: 'hide' | 'show'];

/** All that one page reported of a visit, in order. */
export interface PageLog {
  /** When the page was opened, by the visitor's clock: milliseconds since 1970. */
  readonly page: number;
  readonly events: readonly PageEvent[];
}

/** What happened in a visit; `at`: milliseconds since its first page was opened. Our own events (docs/reference/events.md). */
export type FunnelEvent = { readonly at: number } & (
  | { readonly type: 'step_shown'; readonly step: string }
  | { readonly type: 'step_answered'; readonly step: string; readonly answer: Answer }
  /** `seconds`: how long it was on the screen; missing where that is not known. `to`: the step that follows; null: the end. */
  | {
      readonly type: 'step_left';
      readonly step: string;
      readonly to: string | null;
      readonly by: 'next' | 'back';
      readonly seconds?: number;
    }
  /** The page was closed or left the screen on this step. */
  | { readonly type: 'page_left'; readonly step: string; readonly seconds?: number }
  /** Exposure: the visit has come to a place where the variant makes a difference. */
  | { readonly type: 'variant_met'; readonly experiment: string; readonly variant: string }
  | { readonly type: 'goal_reached'; readonly goal: string }
  | { readonly type: 'visit_finished'; readonly outcome: string }
);

/** With what a page began; without its variants and its orders where the funnel is not known. */
export function inputOf(funnel: CompiledFunnel | undefined, { seed, query, stepsLimit, today }: PageStart): VisitInput {
  return {
    ...(funnel?.steps.some((step) => 'shuffle' in step || step.block) && { seed }),
    ...(funnel && funnel.experiments.length > 0 && { variants: assignVariants(funnel, seed) }),
    ...(query && { query }),
    ...(stepsLimit !== undefined && { stepsLimit }),
    ...(today !== undefined && { today }),
  };
}

/** The event that was sent to the funnel. */
export function visitEventOf(event: Extract<PageEvent, readonly [number, string, string, ...unknown[]]>): VisitEvent {
  if (event[1] === 'answer') return { type: 'ANSWER', value: event[3] };
  return { type: event[1] === 'next' ? 'NEXT' : 'BACK' };
}

/** A saved visit without what people wrote. */
export function redactSaved({ steps }: CompiledFunnel, saved: SavedVisit, today?: string): SavedVisit {
  const answers: Record<string, Answer> = { ...saved.answers };
  for (const step of steps) {
    if ('field' in step && answers[step.field]) answers[step.field] = redactAnswer(step, answers[step.field]!, today);
  }
  return { ...saved, answers };
}

/**
 * The events of a page without what people wrote. A browser redacts them before it sends them; the server doesn't rely
 * on that. `today`: of the page.
 */
export function redactEvents(
  funnel: CompiledFunnel,
  events: readonly PageEvent[],
  today: string | undefined,
): readonly PageEvent[] {
  const steps = new Map(funnel.steps.map((step) => [step.id, step]));
  return events.map((event): PageEvent => {
    const [at, kind, about] = event;
    if (kind === 'answer') return [at, kind, about, redactAnswer(steps.get(about), event[3], today)];
    if (kind !== 'open' || !about.saved) return event;
    return [at, kind, { ...about, saved: redactSaved(funnel, about.saved, today) }];
  });
}
