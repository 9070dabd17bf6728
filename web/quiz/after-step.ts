import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { Screen } from '../../engine/model.ts';
import { saveVisit } from '../../engine/run/save-visit.ts';
import { readVisit, writeVisit } from '../storage.ts';
import { openStepHistory, recordStep } from './step-history.ts';
import { clearNewVisit, identify, type Visit } from './visit.ts';

/**
 * What a change of the visit brings with it beside the next step: its entry in the browser's history, and after the
 * paint, so that a tap is answered first, the focus and the saved visit. Also looks whether another tab has changed what
 * is stored: when that happens, when this one is seen again, and when Back brings the page from the browser's memory.
 */
export function useAfterStep(visit: Visit, screen: Screen | null, onOutdated: () => void): void {
  const { actor, data, opened } = visit;
  const shown = useRef(screen);
  /** What is stored, as this tab knows it. */
  const known = useRef('');
  const readStored = useEffectEvent(() => JSON.stringify(readVisit(data.funnel.id)));
  const save = useEffectEvent(() => {
    const snapshot = actor.getSnapshot();
    const saved = saveVisit(data.funnel, snapshot);
    clearNewVisit(visit);
    writeVisit(data.funnel.id, { ...saved, finished: snapshot.status === 'done', id: visit.id });
    known.current = readStored();
  });
  const compareStored = useEffectEvent(() => {
    if (document.hidden || readStored() === known.current) return;
    known.current = readStored();
    onOutdated();
  });

  useLayoutEffect(() => {
    identify(visit); // before the browser's history names it
    if (shown.current) openStepHistory(visit, shown.current);
    known.current = readStored();
    if (actor.getSnapshot() !== opened) afterPaint(() => save());
    const subscription = actor.subscribe({ complete: () => save() });
    const compare = () => compareStored();
    for (const type of events) addEventListener(type, compare);
    return () => {
      subscription.unsubscribe();
      for (const type of events) removeEventListener(type, compare);
    };
  }, [visit, actor, opened]);

  useLayoutEffect(() => {
    const left = shown.current;
    shown.current = screen;
    if (!screen || !left || screen.stepId === left.stepId) return;
    recordStep(visit, left, screen); // at once, as Back can come before the paint
    scrollTo({ left: 0, top: 0, behavior: 'instant' }); // with both sides the browser needs no layout for it
    afterPaint(() => {
      document.querySelector<HTMLElement>('[data-step] h1')?.focus({ preventScroll: true });
      save();
    });
  }, [visit, screen]);
}

const events = ['storage', 'visibilitychange', 'pageshow'];

const waiting: (() => void)[] = [];

/**
 * Does this once what has changed so far is painted; in any case before the next input, and before the page is hidden or
 * left. All is done in the order in which it was asked for.
 */
function afterPaint(work: () => void): void {
  waiting.push(work);
  if (document.hidden)
    catchUp(); // no frame comes
  else requestAnimationFrame(() => setTimeout(catchUp)); // the paint follows the frame's callbacks
}

function catchUp(): void {
  for (let work; (work = waiting.shift());) work();
}

/** Heard before all others: on the server there is nobody to hear. */
for (const type of ['keydown', 'pointerdown', 'click', 'popstate', 'pagehide', ...events])
  globalThis.addEventListener?.(type, catchUp, true);
