import { useNavigate } from 'react-router';
import type { FinishedVisit } from '../../quiz/finished-visit.ts';
import { ResultsView } from './ResultsView.tsx';

/** RESULTS: what the quiz that was finished last has shown. */
export function ResultsPage({ visit }: { readonly visit: FinishedVisit }) {
  const navigate = useNavigate();
  const { locale } = visit.data.words;
  const next = visit.result.ending === 'plan' ? '/personalized-plan' : '/wizard-register';
  return <ResultsView result={visit.result} locale={locale} onContinue={() => void navigate(next)} />;
}
