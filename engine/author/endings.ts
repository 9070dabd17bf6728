import type { EndingValue, FlowValue } from './flow.ts';

/** What can follow a result besides an address: the plan and then the sign-up, only the sign-up, or nothing. */
export const namedEndings: ReadonlySet<string> = new Set(['plan', 'registration', 'message']);

/** The ending that an outcome has by itself, by its funnel, or by its topics; in one locale, where addresses differ. */
export function declaredEndingOf(
  { ending, outcomes = {}, locales = [] }: FlowValue,
  id: string,
  locale = locales[0],
): string {
  const own = inLocale(outcomes[id]?.ending ?? ending, locale);
  const hasPlan = (outcomes[id]?.topics ?? []).length > 0;
  return own === undefined || (own === 'plan' && !hasPlan) ? usualEnding(hasPlan) : own;
}

/** Where a locale has no address, which is a problem, any other one. */
function inLocale(ending: EndingValue | undefined, locale = ''): string | undefined {
  if (typeof ending !== 'object') return ending;
  return [ending[locale], ...Object.values(ending)].find((each) => each !== undefined && !namedEndings.has(each));
}

/** The ending of an outcome that nothing is said about. */
export const usualEnding = (hasPlan: boolean): string => (hasPlan ? 'plan' : 'message');
