import type { FlowValue } from './flow.ts';

/** What can follow a result besides an address: the plan and then the sign-up, only the sign-up, or nothing. */
export const namedEndings: ReadonlySet<string> = new Set(['plan', 'registration', 'message']);

/** The ending that an outcome has by itself, by its funnel, or by its topics. */
export function endingOf({ ending, outcomes = {} }: FlowValue, id: string): string {
  const own = outcomes[id]?.ending ?? ending;
  const hasPlan = (outcomes[id]?.topics ?? []).length > 0;
  return own === undefined || (own === 'plan' && !hasPlan) ? usualEnding(hasPlan) : own;
}

/** The ending of an outcome that nothing is said about. */
export const usualEnding = (hasPlan: boolean): string => (hasPlan ? 'plan' : 'message');
