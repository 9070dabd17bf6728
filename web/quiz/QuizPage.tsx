import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Answer, Answers, FunnelData, FunnelWords, Locale, Screen, VisitEvent } from '../../engine/model.ts';
import type { FunnelSnapshot } from '../../engine/run/machine.ts';
import { toScreen } from '../../engine/run/screen.ts';
import { rulesOf } from '../../engine/run/steps/index.ts';
import { removeEarlyVisit, sendWaitingTap } from './take-over.ts';
import { loadFields } from './fields/index.ts';
import { useAfterStep } from './after-step.ts';
import { ScreenView } from './ScreenView.tsx';
import { useBrowserBack } from './step-history.ts';
import { openVisit, type Visit } from './visit.ts';
import { writeAnswers, writeLastQuiz } from '../storage.ts';

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
      replace: lastStep !== undefined && rulesOf({ type: lastStep }).isPassedOver === true,
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
    const send = (event: VisitEvent) => visit.waiting ?? visit.send(event); // this step may have been left already
    return {
      onAnswer: (value: Answer) => send({ type: 'ANSWER', value }),
      onNext: () => send({ type: 'NEXT' }),
      onBack: () => history.back(),
    };
  });

  useAfterStep(visit, screen, onOutdated);
  useBrowserBack(visit, screen);
  const finish = useEffectEvent(() => onFinish(actor.getSnapshot().output!.answers, screen?.type));
  useEffect(() => {
    const subscription = actor.subscribe({ complete: () => finish() });
    return () => subscription.unsubscribe();
  }, [actor]);
  const report = useEffectEvent(() => onShown?.(visit));
  useEffect(() => report(), [visit]);
  useEffect(() => {
    sendWaitingTap(visit);
    removeEarlyVisit(visit.data.funnel.id); // the page saves the visit now
  }, [visit]);
  useEffect(() => {
    loadFields(funnel.steps).catch(() => undefined); // the step that needs them tries again
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
