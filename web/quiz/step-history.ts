import { useEffectEvent, useLayoutEffect } from 'react';
import { useLocation } from 'react-router';
import type { Answer, Screen } from '../../engine/model.ts';
import { toScreen } from '../../engine/run/screen.ts';
import { rulesOf } from '../../engine/run/steps/index.ts';
import { type Visit, visitInHistory } from './visit.ts';

/**
 * One entry of the browser's history per step, so that the browser's Back goes one step back. Entries carry the number
 * of the step they show (`progress.current`) and the id of its visit, beside whatever the router keeps in them.
 */
function stateOf({ id }: Visit, step: number): object {
  return { ...(history.state as object | null), step, visit: id };
}

/** The step number of the current entry, if the quiz made it. */
function stepInHistory(): number | undefined {
  return (history.state as { step?: number } | null)?.step;
}

/** Entries made at once where another tab has gone on, or in a fresh one; Chromium throttles hundreds. */
const maxRebuilt = 50;

/** Makes the entries that lead to this step, unless they are there already (as after a reload, or by Back). */
export function openStepHistory(visit: Visit, { progress: { current } }: Screen): void {
  const first = Math.min(current, Math.max(stepInHistory() ?? 1, current - maxRebuilt));
  history.replaceState(stateOf(visit, first), '');
  for (let step = first + 1; step <= current; step++) history.pushState(stateOf(visit, step), '');
}

/**
 * After a step to this screen: a new entry, or the same one rewritten where the step left is not one to come back to. Nothing
 * where the browser went there, and the visit followed.
 */
export function recordStep(visit: Visit, left: Screen, { progress: { current } }: Screen): void {
  if (current === stepInHistory()) return;
  const addsEntry = current > left.progress.current && !rulesOf(left).isPassedOver;
  history[addsEntry ? 'pushState' : 'replaceState'](stateOf(visit, current), '');
}

/** The browser went further than the quiz could follow, or the router wrote an entry of its own. */
function correctStep(visit: Visit, { progress }: Screen): void {
  history.replaceState(stateOf(visit, progress.current), '');
}

/** Has the visit go where the browser goes along its history. */
export function useBrowserBack(visit: Visit, screen: Screen | null): void {
  const correct = useEffectEvent(() => screen && correctStep(visit, screen));

  const { key } = useLocation();
  useLayoutEffect(() => {
    if (stepInHistory() === undefined) correct(); // as after a tap on the logo
  }, [visit, key]);

  // Before anything can be tapped.
  useLayoutEffect(() => {
    const follow = () => {
      const step = stepInHistory();
      if (step === undefined) return;
      const isOthers = ![undefined, visit.id].includes(visitInHistory()); // the starter script names no visit
      if (isOthers) correct();
      else goToStep(visit, step);
    };
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, [visit]);
}

/** Goes back, or forward along the answers already given, until this step is shown or the visit can't follow. */
function goToStep(visit: Visit, target: number): void {
  const { actor, data, send } = visit;
  const readScreen = () => toScreen(data, actor.getSnapshot());
  let screen = readScreen();
  for (; screen && screen.progress.current > target && screen.canGoBack; screen = readScreen()) send({ type: 'BACK' });
  while (screen && screen.progress.current < target) {
    const { stepId } = screen;
    const answer: Answer | undefined = 'answer' in screen ? screen.answer : undefined;
    if (rulesOf(screen).question !== null && answer === undefined) break;
    send(answer === undefined ? { type: 'NEXT' } : { type: 'ANSWER', value: answer });
    screen = readScreen();
    if (screen?.stepId === stepId) break;
  }
  if (screen && screen.progress.current !== target) correctStep(visit, screen);
}
