import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { Answer, Screen } from '../../engine/model.ts';
import { toScreen } from '../../engine/run/screen.ts';
import type { Visit } from './open-visit.ts';
import {
  correctStep,
  openStepHistory,
  recordStep,
  stepInHistory,
  visitInHistory,
  type StepEntry,
} from './step-history.ts';

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
    if (step > left.progress.current) recordStep(entryOf(visit, screen), left.type !== 'loader');
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
    const isQuestion = !['intro', 'info', 'loader'].includes(screen.type);
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
