import type { Locale } from '../../engine/model.ts';
import { loadWords, type Namespace } from '../i18n.ts';

/**
 * What visitors and members need next is fetched while nothing else is to be done, so that it is there when they ask
 * for it. Not where they save data. What can't be loaded is fetched again when it is needed.
 */

/** How long the browser may be busy before it is asked to do this all the same, in milliseconds. */
const longest = 2_000;

/** On the last steps of a quiz; `loadRoutes` fetches the code of the pages that follow it. */
export function fetchResultsAhead(locale: Locale, loadRoutes: () => Promise<unknown>): void {
  fetchAhead(() => [
    loadRoutes(),
    import('../pages/results/ResultsPage.tsx'),
    import('../quiz/finished-visit.ts'),
    ...words(locale, ['results']),
  ]);
}

/** From the results, which load the content of the plan by themselves. */
export function fetchPlanAhead(locale: Locale): void {
  fetchAhead(() => [import('../pages/plan/PlanPage.tsx'), ...words(locale, ['plan'])]);
}

/** From the plan. */
export function fetchSignUpAhead(locale: Locale): void {
  fetchAhead(() => [import('../pages/account/RegisterPage.tsx'), ...words(locale, ['account'])]);
}

/** From the pages of the cabinet: signing out leads there, offline too. */
export function fetchLoginAhead(locale: Locale): void {
  fetchAhead(() => [import('../pages/account/LoginPage.tsx'), ...words(locale, ['account'])]);
}

function words(locale: Locale, namespaces: readonly Namespace[]): Promise<unknown>[] {
  return namespaces.map((namespace) => loadWords(locale, namespace));
}

function fetchAhead(begin: () => readonly Promise<unknown>[]): void {
  if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true) return;
  whenIdle(() => void Promise.allSettled(begin()));
}

/** Safari has no `requestIdleCallback`. */
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: longest });
  else setTimeout(work, longest);
}
