import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Locale, Result } from '../../../engine/model.ts';
import { loadPlanContent, type SampledSession, sampledSession } from '../plan/plan-content.ts';
import { SessionSample } from '../sample/SessionSample.tsx';
import type { FinishedVisit } from '../../quiz/finished-visit.ts';
import { ResultsView } from './ResultsView.tsx';

/** RESULTS: what the quiz that was finished last has shown. */
export function ResultsPage({ visit }: { readonly visit: FinishedVisit }) {
  const navigate = useNavigate();
  const { locale, look } = visit.data.words;
  const next = visit.result.ending === 'plan' ? '/personalized-plan' : '/wizard-register';
  const sample = <SampleOfPlan topics={visit.result.topics} locale={locale} />;
  const goOn = () => void navigate(next);
  return <ResultsView result={visit.result} locale={locale} scene={look.scene} sample={sample} onContinue={goOn} />;
}

interface SampleOfPlanProps {
  readonly topics: Result['topics'];
  readonly locale: Locale;
}

/** What the first sessions of the plan sound like; the results don't wait for it. */
function SampleOfPlan({ topics, locale }: SampleOfPlanProps) {
  const [session, setSession] = useState<SampledSession | null | undefined>(null);
  useEffect(() => {
    let isGone = false;
    void loadPlanContent(locale).then(({ sessions }) => isGone || setSession(sampledSession(topics, sessions)));
    return () => {
      isGone = true;
    };
  }, [topics, locale]);
  if (session === undefined || topics.length === 0) return null;
  return <SessionSample session={session} />;
}
