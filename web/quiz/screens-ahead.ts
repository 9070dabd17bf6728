import type { FunnelData, FunnelWords, Screen, VisitEvent } from '../../engine/model.ts';
import type { VisitContext } from '../../engine/run/journey.ts';
import { type FunnelSnapshot, take } from '../../engine/run/machine.ts';
import { toScreen } from '../../engine/run/screen.ts';
import { pass, toShown } from '../../engine/run/walk.ts';
import { startsWhenShown } from './fields/index.ts';
import type { Visit } from './visit.ts';

/** So many different steps that can follow are made ready; most of the time it is one. */
const most = 4;

interface Place {
  readonly snapshot: FunnelSnapshot;
  readonly screen: Screen;
}

/**
 * Finds, when the browser is idle, what can follow the screen that the visit is at, and has `visit.show` show it at once
 * where that stands on the page as it is to be. Returns the screen itself and each step that can follow, once: as it is
 * for one of the answers that lead there. Null where the visit has gone on meanwhile.
 */
export async function lookAhead(visit: Visit, words: FunnelWords, at: Place): Promise<readonly Screen[] | null> {
  const { funnel } = visit.data;
  const data = { funnel, words };
  const { snapshot, screen } = at;
  const after = (event: VisitEvent) => {
    const next = take(visit.machine, snapshot, event);
    return next && toScreen(data, next);
  };
  const screens = new Map<string, Screen>();
  const prepare = (next: Screen | null) => {
    if (next && screens.size < most && !screens.has(next.stepId) && !startsWhenShown(next.type))
      screens.set(next.stepId, next);
  };
  /** By the key of the option. */
  const ways = new Map<unknown, Screen>();
  await idle();
  if (visit.actor.getSnapshot() !== snapshot) return null;
  const keys = 'options' in screen ? screen.options.slice(0, 20).map(({ key }) => key) : [];
  for (const value of keys) {
    const next = after({ type: 'ANSWER', value }); // nothing where the answer is several of them
    if (next) ways.set(value, next);
    prepare(next);
  }
  if (ways.size === 0) prepare(after({ type: 'NEXT' }) ?? unanswered(data, snapshot.context));
  visit.show = (event) => {
    if (visit.actor.getSnapshot() !== snapshot) return false;
    const next = (event.type === 'ANSWER' && ways.get(event.value)) || after(event);
    return next !== null && JSON.stringify(screens.get(next.stepId)) === JSON.stringify(next) && reveal(next.stepId);
  };
  void idle().then(layOut); // React has rendered them by then
  return [screen, ...screens.values()];
}

/** What is hidden is laid out when it is asked where it is: now, and not at the tap. */
function layOut(): void {
  for (const words of document.querySelectorAll('[data-at=ahead] h1')) words.getBoundingClientRect();
}

/** Safari has no word of being idle. */
function idle(): Promise<unknown> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(resolve);
    else setTimeout(resolve, 100);
  });
}

/** What follows a question whose answer nobody knows yet. */
function unanswered(data: FunnelData, context: VisitContext): Screen | null {
  const journey = toShown(data.funnel, pass(data.funnel, context.journey));
  return toScreen(data, { context: { ...context, journey } });
}

/** As React does it afterwards (`ScreenView`). */
function reveal(stepId: string): boolean {
  const view = document.querySelector<HTMLElement>('[data-step]')!;
  const next = view.querySelector<HTMLElement>(`[data-at=ahead][aria-labelledby$=":${stepId}"]`);
  if (!next) return false;
  view.querySelector<HTMLElement>('[data-at=shown]')!.dataset['at'] = 'left';
  next.dataset['at'] = 'shown';
  view.dataset['step'] = stepId;
  return true;
}
