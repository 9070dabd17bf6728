import { useNavigate } from 'react-router';
import type { FinishedVisit } from '../finished-visit.ts';
import { ResultsView } from './ResultsView.tsx';

/** RESULTS: what the quiz that was finished last has shown. */
export function ResultsPage({ visit }: { readonly visit: FinishedVisit }) {
  const navigate = useNavigate();
  return (
    <ResultsView
      result={visit.result}
      locale={visit.data.words.locale}
      onContinue={() => void navigate('/personalized-plan')}
    />
  );
}
