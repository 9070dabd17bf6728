import { rulesOf } from '../../engine/run/steps/index.ts';
import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Answer, Answers, FunnelData, FunnelWords, Locale, Screen } from '../../engine/model.ts';
import { saveVisit } from '../../engine/run/save-visit.ts';
import { toScreen } from '../../engine/run/screen.ts';
import { forgetNewVisit, identify, openVisit, type FunnelSnapshot, type Visit } from './visit.ts';
import { forgetEarlyVisit, sendWaitingTap } from './early-visit.ts';
import { loadOtherFields } from './fields/index.ts';
import { ScreenView } from './ScreenView.tsx';
import { useStepHistory } from './step-history.ts';
import { readVisit, writeAnswers, writeLastQuiz, writeVisit } from '../storage.ts';

interface Props {
  /** In the language on the screen. */
  readonly data: FunnelData;
  /** The visit to begin with; the page goes on with it, whatever is prepared anew, until another tab has gone further. */
  readonly visit: Visit;
  /** The visit is on the screen; what it returns is called when it is no longer. */
  readonly onShown?: (visit: Visit) => () => void;
  /** A few steps before the end, in the language on the screen. */
  readonly onNearEnd?: (locale: Locale) => void;
}

/** A quiz, from its first step to the results (specification, sections 2 and 4). */
export function QuizPage({ data, visit: firstVisit, ...watchers }: Props) {
  const [visit, setVisit] = useState(firstVisit);
  const navigate = useNavigate();
  const finish = (answers: Answers, lastStep: Screen['type'] | undefined) => {
    writeAnswers(visit.data.funnel.storageKey, answers);
    writeLastQuiz({ funnel: visit.data.funnel.id, input: visit.input, visit: visit.id });
    // Back from the results leads to the last step that one can go back to: never to a loader.
    void navigate(`/${visit.data.funnel.finish}`, {
      replace: lastStep !== undefined && rulesOf({ type: lastStep }).isPassedOver,
    });
  };
  const follow = () => void openVisit(data, location.search).then(setVisit);
  const key = visit.openedAt;
  return (
    <FunnelPlayer key={key} visit={visit} words={data.words} onFinish={finish} onOutdated={follow} {...watchers} />
  );
}

interface PlayerProps extends Pick<Props, 'visit' | 'onShown' | 'onNearEnd'> {
  /** In the language on the screen; it may change while the visit goes on. */
  readonly words: FunnelWords;
  readonly onFinish: (answers: Answers, lastStep: Screen['type'] | undefined) => void;
  /** What is stored is no longer this visit as it is here: another tab has saved or removed it. */
  readonly onOutdated: () => void;
}

/** Plays a visit: shows its step, sends what the visitor does, keeps history and storage in step with it. */
function FunnelPlayer({ visit, words, onFinish, onOutdated, onShown, onNearEnd }: PlayerProps) {
  const { actor, data } = visit;
  const snapshot = useSelector(actor, (latest) => latest, staysOn);
  const screen = useMemo(() => toScreen({ funnel: data.funnel, words }, snapshot), [data, words, snapshot]);
  const [handlers] = useState(() => ({
    onAnswer: (value: Answer) => visit.send({ type: 'ANSWER', value }),
    onNext: () => visit.send({ type: 'NEXT' }),
    onBack: () => history.back(),
  }));

  const finish = useEffectEvent(() => onFinish(actor.getSnapshot().output!.answers, screen?.type));
  useEffect(() => {
    const subscription = actor.subscribe({ complete: () => finish() });
    return () => subscription.unsubscribe();
  }, [actor]);
  useLayoutEffect(() => identify(visit), [visit]); // before the browser's history names it
  const report = useEffectEvent(() => onShown?.(visit));
  useEffect(() => report(), [visit]);
  useStepHistory(visit, screen);
  useSavedVisit(visit, onOutdated);
  useWaitingTap(visit);
  useEffect(() => {
    loadOtherFields().catch(() => undefined); // the step that needs them tries again
  }, []);
  const isNearEnd = screen !== null && screen.progress.final - screen.progress.current <= 3;
  const announceEnd = useEffectEvent((locale: Locale) => onNearEnd?.(locale));
  useEffect(() => {
    if (isNearEnd) announceEnd(words.locale);
  }, [isNearEnd, words.locale]);

  return screen && <ScreenView screen={screen} locale={words.locale} openedOn={visit.opened.value} {...handlers} />;
}

/** When a visit is finished, its last step stays on until the results come. */
function staysOn(shown: FunnelSnapshot, latest: FunnelSnapshot): boolean {
  return latest === shown || latest.status !== 'active';
}

/**
 * Saves the visit after every change, once the change is on the screen. Looks whether another tab has changed what is
 * stored when that happens, when the tab is seen again, and when Back brings the page from the browser's memory.
 */
function useSavedVisit(visit: Visit, onOutdated: () => void): void {
  const reportOutdated = useEffectEvent(onOutdated);
  useEffect(() => {
    const { actor, data } = visit;
    const readStored = () => JSON.stringify(readVisit(data.funnel.id));
    let known = readStored();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const save = () => {
      timer = undefined;
      const snapshot = actor.getSnapshot();
      forgetNewVisit(visit);
      writeVisit(data.funnel.id, {
        ...saveVisit(data.funnel, snapshot),
        finished: snapshot.status === 'done',
        id: visit.id,
      });
      known = readStored();
    };
    const saveNow = () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      save();
    };
    const saveSoon = () => (timer ??= setTimeout(save));
    if (actor.getSnapshot() !== visit.opened) saveSoon();
    const subscription = actor.subscribe({ next: saveSoon, complete: save });
    const look = () => {
      if (timer !== undefined || document.hidden || readStored() === known) return;
      known = readStored();
      reportOutdated();
    };
    addEventListener('pagehide', saveNow);
    for (const type of looks) addEventListener(type, look);
    return () => {
      subscription.unsubscribe();
      removeEventListener('pagehide', saveNow);
      for (const type of looks) removeEventListener(type, look);
      saveNow();
    };
  }, [visit]);
}

const looks = ['storage', 'visibilitychange', 'pageshow'];

/** From here on the page saves the visit, and React hears the visitor. */
function useWaitingTap(visit: Visit): void {
  useEffect(() => {
    sendWaitingTap(visit);
    forgetEarlyVisit(visit.data.funnel.id);
  }, [visit]);
}
