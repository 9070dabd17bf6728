import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { fetchPlanAhead } from '../../app/fetch-ahead.ts';
import type { FinishedVisit } from '../../quiz/finished-visit.ts';
import { ResultsView } from './ResultsView.tsx';

/** RESULTS: what the quiz that was finished last has shown. */
export function ResultsPage({ visit }: { readonly visit: FinishedVisit }) {
  const navigate = useNavigate();
  const { locale } = visit.data.words;
  useEffect(() => fetchPlanAhead(locale), [locale]);
  return <ResultsView result={visit.result} locale={locale} onContinue={() => void navigate('/personalized-plan')} />;
}
