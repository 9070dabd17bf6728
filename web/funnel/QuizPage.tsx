import { useNavigate } from 'react-router';
import type { Answers, FunnelData } from '../../engine/model.ts';
import { writeAnswers, writeLastQuiz } from '../storage.ts';
import { FunnelPlayer } from './FunnelPlayer.tsx';
import type { Visit } from './open-visit.ts';

interface Props {
  /** In the language on the screen. */
  readonly data: FunnelData;
  readonly visit: Visit;
}

/** A quiz, from its first step to the results (specification, sections 2 and 4). */
export function QuizPage({ data, visit }: Props) {
  const navigate = useNavigate();
  const finish = (answers: Answers) => {
    writeAnswers(visit.data.funnel.storageKey, answers);
    writeLastQuiz({ funnel: visit.data.funnel.id, input: visit.input });
    void navigate(`/${visit.data.funnel.finish}`);
  };
  return <FunnelPlayer visit={visit} words={data.words} onFinish={finish} />;
}
