import { useMemo } from 'react';
import type { VisitEvent } from '../../engine/model.ts';
import { toResult } from '../../engine/run/result.ts';
import { toScreen } from '../../engine/run/screen.ts';
import type { VisitSnapshot } from '../../engine/run/visit-log.ts';
import { ScreenView } from '../../web/quiz/ScreenView.tsx';
import { ResultsView } from '../../web/pages/results/ResultsView.tsx';
import { useTranslation } from 'react-i18next';
import type { StoryFunnel } from '../funnel-data.ts';

interface Props {
  readonly data: StoryFunnel;
  readonly snapshot: VisitSnapshot;
  /** Something came after this moment: nothing happens by itself. */
  readonly isPast: boolean;
  readonly onEvent: (event: VisitEvent) => void;
}

/** The page of the site in one moment of a visit: its step, or its results. */
export function Moment({ data, snapshot, isPast, onEvent }: Props) {
  const locale = useTranslation().i18n.language;
  const { funnel } = data;
  const words = data.words[locale]!;
  const screen = useMemo(() => toScreen({ funnel, words }, snapshot), [funnel, words, snapshot]);
  if (screen) {
    return (
      <ScreenView
        screen={screen}
        locale={locale}
        onAnswer={(value) => onEvent({ type: 'ANSWER', value })}
        onNext={() => ('seconds' in screen && isPast) || onEvent({ type: 'NEXT' })}
        onBack={() => onEvent({ type: 'BACK' })}
      />
    );
  }
  const result = toResult({ funnel, words }, snapshot.output?.answers, snapshot.context.journey.input);
  return result && <ResultsView result={result} locale={locale} onContinue={stay} />;
}

/** The plan has stories of its own. */
function stay(): void {}
