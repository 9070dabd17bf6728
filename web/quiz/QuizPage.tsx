import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Answer, Answers, FunnelData, FunnelWords, Locale, Screen, VisitEvent } from '../../engine/model.ts';
import type { FunnelSnapshot } from '../../engine/run/machine.ts';
import { saveVisit } from '../../engine/run/save-visit.ts';
import { toScreen } from '../../engine/run/screen.ts';
import { rulesOf } from '../../engine/run/steps/index.ts';
import { afterPaint } from './after-paint.ts';
import { removeEarlyVisit, sendWaitingTap } from './take-over.ts';
import { loadFields } from './fields/index.ts';
import { ScreenView } from './ScreenView.tsx';
import { clearNewVisit, identify, openVisit, type Visit, visitInHistory } from './visit.ts';
import { readVisit, writeAnswers, writeLastQuiz, writeVisit } from '../storage.ts';

interface Props {
  /** In the language on the screen. */
  readonly data: FunnelData;
  /**
   * The visit to begin with; the page goes on with it, whatever is prepared again, until another tab has gone further.
   */
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
  const { actor } = visit;
  const { funnel } = visit.data;
  const snapshot = useSelector(actor, (latest) => latest, staysOn);
  const screen = useMemo(() => toScreen({ funnel, words }, snapshot), [funnel, words, snapshot]);
  const [handlers] = useState(() => {
    const send = (event: VisitEvent) => {
      if (!visit.waiting) visit.send(event); // else this step has been left already
    };
    return {
      onAnswer: (value: Answer) => send({ type: 'ANSWER', value }),
      onNext: () => send({ type: 'NEXT' }),
      onBack: () => history.back(),
    };
  });

  const finish = useEffectEvent(() => onFinish(actor.getSnapshot().output!.answers, screen?.type));
  useEffect(() => {
    const subscription = actor.subscribe({ complete: () => finish() });
    return () => subscription.unsubscribe();
  }, [actor]);
  useLayoutEffect(() => void identify(visit), [visit]); // before the browser's history names it
  const report = useEffectEvent(() => onShown?.(visit));
  useEffect(() => report(), [visit]);
  useStepHistory(visit, screen);
  useSavedVisit(visit, onOutdated);
  useWaitingTap(visit);
  useEffect(() => {
    loadFields(funnel.steps.map(({ type }) => type)).catch(() => undefined); // the step that needs them tries again
  }, [funnel]);
  const isNearEnd = screen !== null && screen.progress.final - screen.progress.current <= 3;
  const announceEnd = useEffectEvent((locale: Locale) => onNearEnd?.(locale));
  useEffect(() => {
    if (isNearEnd) announceEnd(words.locale);
  }, [isNearEnd, words.locale]);

  const view = { screen, locale: words.locale, scene: words.look.scene, openedOn: visit.opened.value };
  return screen && <ScreenView {...view} screen={screen} {...handlers} />;
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
    let isWaiting = false;
    const save = () => {
      isWaiting = false;
      const snapshot = actor.getSnapshot();
      clearNewVisit(visit);
      writeVisit(data.funnel.id, {
        ...saveVisit(data.funnel, snapshot),
        finished: snapshot.status === 'done',
        id: visit.id,
      });
      known = readStored();
    };
    const saveWaiting = () => {
      if (isWaiting) save();
    };
    const saveSoon = () => {
      if (!isWaiting) afterPaint(saveWaiting);
      isWaiting = true;
    };
    if (actor.getSnapshot() !== visit.opened) saveSoon();
    const subscription = actor.subscribe({ next: saveSoon, complete: save });
    const adoptOtherTabs = () => {
      if (isWaiting || document.hidden || readStored() === known) return;
      known = readStored();
      reportOutdated();
    };
    for (const type of events) addEventListener(type, adoptOtherTabs);
    return () => {
      subscription.unsubscribe();
      for (const type of events) removeEventListener(type, adoptOtherTabs);
      saveWaiting();
    };
  }, [visit]);
}

const events = ['storage', 'visibilitychange', 'pageshow'];

/** From here on the page saves the visit, and React hears the visitor. */
function useWaitingTap(visit: Visit): void {
  useEffect(() => {
    sendWaitingTap(visit);
    removeEarlyVisit(visit.data.funnel.id);
  }, [visit]);
}

/**
 * One entry of the browser's history per step, so that the browser's Back goes one step back. Entries carry the number
 * of the step they show (`progress.current`) and the id of its visit, beside whatever the router keeps in them.
 */
interface StepEntry {
  readonly step: number;
  readonly visit: string | undefined;
}

/** Entries made at once where another tab has gone on, or in a fresh one; Chromium throttles hundreds. */
const maxRebuilt = 50;

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
  const first = Math.min(step, Math.max(stepInHistory() ?? 1, step - maxRebuilt));
  history.replaceState(stateWith({ step: first, visit }), '');
  for (let number = first + 1; number <= step; number++) history.pushState(stateWith({ step: number, visit }), '');
}

/** A step forward: a new entry, or the same one again where the step left is not one to come back to. */
function recordStep(entry: StepEntry, addsEntry: boolean): void {
  if (addsEntry) history.pushState(stateWith(entry), '');
  else history.replaceState(stateWith(entry), '');
}

/** Makes the current entry say this step: where the browser went further than the quiz could follow. */
function correctStep(entry: StepEntry): void {
  history.replaceState(stateWith(entry), '');
}

/** Keeps the browser's history in step with the visit, both ways (design: the browser's Back goes one step back). */
function useStepHistory(visit: Visit, screen: Screen | null): void {
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
    afterPaint(() => {
      if (step > left.progress.current) recordStep(entryOf(visit, screen), !rulesOf(left).isPassedOver);
      else correctStep(entryOf(visit, screen));
    });
  }, [visit, screen]);

  const { key } = useLocation();
  useLayoutEffect(() => {
    if (shown.current && stepInHistory() === undefined) correctStep(entryOf(visit, shown.current));
  }, [visit, key]); // the router wrote a new entry, as after a tap on the logo

  // Before anything can be tapped: what is tapped first writes its entry only after the paint.
  useLayoutEffect(() => {
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
  const currentScreen = () => toScreen(data, actor.getSnapshot());
  for (
    let screen = currentScreen();
    screen && screen.progress.current > target && screen.canGoBack;
    screen = currentScreen()
  ) {
    send({ type: 'BACK' });
  }
  for (let screen = currentScreen(); screen && screen.progress.current < target;) {
    const answer: Answer | undefined = 'answer' in screen ? screen.answer : undefined;
    const isQuestion = rulesOf(screen).question !== null;
    if (isQuestion && answer === undefined) break;
    send(answer === undefined ? { type: 'NEXT' } : { type: 'ANSWER', value: answer });
    const next = currentScreen();
    if (!next || next.stepId === screen.stepId) break;
    screen = next;
  }
  const reached = currentScreen();
  if (reached && reached.progress.current !== target) correctStep(entryOf(visit, reached));
}

const entryOf = ({ id }: Visit, { progress }: Screen): StepEntry => ({ step: progress.current, visit: id });
