/** What a page told, as the engine takes it. */

import type { CompiledFunnel, VisitEvent, VisitInput } from '../model.ts';
import type { PageEvent, PageStart } from './page-log.ts';
import { assignVariants } from './variants.ts';

/** With what a page began; without its variants where the funnel is not known. */
export function inputOf(funnel: CompiledFunnel | undefined, { seed, query, stepsLimit }: PageStart): VisitInput {
  const variants = funnel && funnel.experiments.length > 0 ? { variants: assignVariants(funnel, seed) } : {};
  return { ...variants, ...(query && { query }), ...(stepsLimit !== undefined && { stepsLimit }) };
}

/** The event that was sent to the funnel. */
export function visitEventOf(event: Extract<PageEvent, readonly [number, string, string, ...unknown[]]>): VisitEvent {
  if (event[1] === 'answer') return { type: 'ANSWER', value: event[3] };
  return { type: event[1] === 'next' ? 'NEXT' : 'BACK' };
}
