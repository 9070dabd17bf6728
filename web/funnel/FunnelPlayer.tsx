import { useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react';
import { toScreen } from '../../engine/run/screen.ts';
import { saveVisit } from '../../engine/run/save-visit.ts';
import type { Answer, Answers, FunnelWords, Screen } from '../../engine/model.ts';
import { writeVisit } from '../storage.ts';
import { loadOtherFields } from './fields/index.ts';
import { eventOfTap, takeKeptTaps } from './kept-taps.ts';
import type { Visit } from './open-visit.ts';
import { ScreenView } from './ScreenView.tsx';
import { useStepHistory } from './use-step-history.ts';

interface Props {
  readonly visit: Visit;
  /** In the language on the screen; it may change while the visit goes on. */
  readonly words: FunnelWords;
  readonly onFinish: (answers: Answers, lastStep: Screen['type'] | undefined) => void;
}

/** Plays a visit: shows its step, sends what the visitor does, keeps history and storage in step with it. */
export function FunnelPlayer({ visit, words, onFinish }: Props) {
  const { actor, data } = visit;
  const [store] = useState(() => shownSnapshots(actor));
  const snapshot = useSyncExternalStore(store.subscribe, store.read, store.read);
  const screen = useMemo(() => toScreen({ funnel: data.funnel, words }, snapshot), [data, words, snapshot]);
  const [handlers] = useState(() => ({
    onAnswer: (value: Answer) => actor.send({ type: 'ANSWER', value }),
    onNext: () => actor.send({ type: 'NEXT' }),
    onBack: () => history.back(),
  }));

  const finish = useEffectEvent(() => onFinish(actor.getSnapshot().output!.answers, screen?.type));
  useEffect(() => {
    const subscription = actor.subscribe({ complete: () => finish() });
    return () => subscription.unsubscribe();
  }, [actor]);
  useGoals(visit);
  useStepHistory(visit, screen);
  useSavedVisit(visit);
  useKeptTaps(visit);
  useEffect(() => void loadOtherFields(), []);

  return screen && <ScreenView screen={screen} locale={words.locale} {...handlers} />;
}

/** The visit as a store for React. When it is finished, its last step stays on until the results come. */
function shownSnapshots(actor: Visit['actor']) {
  let shown = actor.getSnapshot();
  return {
    read: () => {
      const latest = actor.getSnapshot();
      if (latest.status === 'active') shown = latest;
      return shown;
    },
    subscribe: (onChange: () => void) => {
      const subscription = actor.subscribe(onChange);
      return () => subscription.unsubscribe();
    },
  };
}

/** Tells the page of each goal, once: a `funnel:goal` event on the window with the funnel's id and the goal's name. */
function useGoals({ actor, data }: Visit): void {
  useEffect(() => {
    const subscription = actor.on('goal', ({ goal }) => {
      window.dispatchEvent(new CustomEvent('funnel:goal', { detail: { funnel: data.funnel.id, goal } }));
    });
    return () => subscription.unsubscribe();
  }, [actor, data]);
}

/** Keeps the visit after every change, once the change is on the screen. */
function useSavedVisit({ actor, data }: Visit): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const save = () => {
      timer = undefined;
      const snapshot = actor.getSnapshot();
      writeVisit(data.funnel.id, { ...saveVisit(data.funnel, snapshot), finished: snapshot.status === 'done' });
    };
    const saveNow = () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      save();
    };
    const subscription = actor.subscribe({
      next: () => (timer ??= setTimeout(save)),
      complete: save,
    });
    addEventListener('pagehide', saveNow);
    return () => {
      subscription.unsubscribe();
      removeEventListener('pagehide', saveNow);
      saveNow();
    };
  }, [actor, data]);
}

/** Plays the taps that were made before this script arrived. Taps on a step that has gone by meant that step. */
function useKeptTaps({ actor }: Visit): void {
  useEffect(() => {
    for (const tap of takeKeptTaps()) {
      const event = eventOfTap(tap, actor.getSnapshot().value);
      if (event) actor.send(event);
    }
  }, [actor]);
}
