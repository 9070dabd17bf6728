import { rulesOf } from '../../engine/run/steps/index.ts';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { Answer, Screen } from '../../engine/model.ts';
import { toScreen } from '../../engine/run/screen.ts';
import { visitInHistory, type Visit } from './visit.ts';

/**
 * One entry of the browser's history per step, so that the browser's Back goes one step back. Entries carry the number
 * of the step they show (`progress.current`) and the id of its visit, beside whatever the router keeps in them.
 */
interface StepEntry {
  readonly step: number;
  readonly visit: string | undefined;
}

/** Entries made at once where another tab has gone on, or in a fresh one; Chromium throttles hundreds. */
const mostRebuilt = 50;

function stateWith(entry: StepEntry): Record<string, unknown> {
  return { ...(history.state as Record<string, unknown> | null), ...entry };
}

/** The step number of the current entry, if the quiz made it. */
function stepInHistory(): number | undefined {
  const step = (history.state as { step?: unknown } | null)?.step;
  return typeof step === 'number' ? step : undefined;
}

/** Makes the entries that lead to this step, unless they are there already (as after a reload, or by Back). */
function openStepHistory({ step, visit }: StepEntry): void {
  const first = Math.min(step, Math.max(stepInHistory() ?? 1, step - mostRebuilt));
  history.replaceState(stateWith({ step: first, visit }), '');
  for (let number = first + 1; number <= step; number++) history.pushState(stateWith({ step: number, visit }), '');
}

/** A step forward: a new entry, or the same one anew where the step left is not one to come back to. */
function recordStep(entry: StepEntry, keepLeft: boolean): void {
  if (keepLeft) history.pushState(stateWith(entry), '');
  else history.replaceState(stateWith(entry), '');
}

/** Makes the current entry say this step: where the browser went further than the quiz could follow. */
function correctStep(entry: StepEntry): void {
  history.replaceState(stateWith(entry), '');
}

/** Keeps the browser's history in step with the visit, both ways (design: the browser's Back goes one step back). */
export function useStepHistory(visit: Visit, screen: Screen | null): void {
  const shown = useRef(screen);

  useLayoutEffect(() => {
    if (shown.current) openStepHistory(entryOf(visit, shown.current));
  }, [visit]);

  useLayoutEffect(() => {
    const left = shown.current;
    shown.current = screen;
    if (!screen || !left || screen.stepId === left.stepId) return;
    const step = screen.progress.current;
    if (step === stepInHistory()) return; // the browser went there, and the visit followed
    if (step > left.progress.current) recordStep(entryOf(visit, screen), !rulesOf(left).isPassedOver);
    else correctStep(entryOf(visit, screen));
  }, [visit, screen]);

  const { key } = useLocation();
  useLayoutEffect(() => {
    if (shown.current && stepInHistory() === undefined) correctStep(entryOf(visit, shown.current));
  }, [visit, key]); // the router wrote a new entry, as after a tap on the logo

  useEffect(() => {
    const follow = () => {
      const step = stepInHistory();
      if (step === undefined) return;
      const isOthers = ![undefined, visit.id].includes(visitInHistory()); // the starter script names no visit
      if (!isOthers) goToStep(visit, step);
      else if (shown.current) correctStep(entryOf(visit, shown.current));
    };
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, [visit]);
}

/** Goes back, or forward along the answers already given, until this step is shown or the visit can't follow. */
function goToStep(visit: Visit, target: number): void {
  const { actor, data, send } = visit;
  const look = () => toScreen(data, actor.getSnapshot());
  for (let screen = look(); screen && screen.progress.current > target && screen.canGoBack; screen = look()) {
    send({ type: 'BACK' });
  }
  for (let screen = look(); screen && screen.progress.current < target;) {
    const answer: Answer | undefined = 'answer' in screen ? screen.answer : undefined;
    const isQuestion = rulesOf(screen).question !== null;
    if (isQuestion && answer === undefined) break;
    send(answer === undefined ? { type: 'NEXT' } : { type: 'ANSWER', value: answer });
    const next = look();
    if (!next || next.stepId === screen.stepId) break;
    screen = next;
  }
  const reached = look();
  if (reached && reached.progress.current !== target) correctStep(entryOf(visit, reached));
}

const entryOf = ({ id }: Visit, { progress }: Screen): StepEntry => ({ step: progress.current, visit: id });
