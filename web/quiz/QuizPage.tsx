import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Answers, FunnelData, Screen } from '../../engine/model.ts';
import { writeAnswers, writeLastQuiz } from '../storage.ts';
import { FunnelPlayer } from './FunnelPlayer.tsx';
import { openVisit, type Visit } from './open-visit.ts';

interface Props {
  /** In the language on the screen. */
  readonly data: FunnelData;
  /** The visit to begin with; the page goes on with it, whatever is prepared anew, until another tab has gone further. */
  readonly visit: Visit;
}

/** A quiz, from its first step to the results (specification, sections 2 and 4). */
export function QuizPage({ data, visit: firstVisit }: Props) {
  const [visit, setVisit] = useState(firstVisit);
  const navigate = useNavigate();
  const finish = (answers: Answers, lastStep: Screen['type'] | undefined) => {
    writeAnswers(visit.data.funnel.storageKey, answers);
    writeLastQuiz({ funnel: visit.data.funnel.id, input: visit.input, visit: visit.id });
    // Back from the results leads to the last step that one can go back to: never to a loader.
    void navigate(`/${visit.data.funnel.finish}`, { replace: lastStep === 'loader' });
  };
  const follow = () => void openVisit(data, location.search).then(setVisit);
  return <FunnelPlayer key={visit.openedAt} visit={visit} words={data.words} onFinish={finish} onOutdated={follow} />;
}
