import { useMemo, useState } from 'react';
import { PlanView } from '../../web/pages/plan/PlanView.tsx';
import { ResultsView } from '../../web/pages/results/ResultsView.tsx';
import { useSite } from '../../web/site.ts';
import { useTranslation } from 'react-i18next';
import type { OutcomeArgs, StoryFunnel } from '../funnel-data.ts';
import { resultOf } from './result-of.ts';
import { StoryPage } from './StoryPage.tsx';

/** What a finished visit leads to: its results, or its plan with the sessions and the prices of the site. */
export function OutcomeStory({ funnel, shows, visit }: OutcomeArgs & { readonly funnel: StoryFunnel }) {
  const { plans } = useSite();
  const locale = useTranslation().i18n.language;
  const result = useMemo(() => resultOf(funnel, visit, locale), [funnel, visit, locale]);
  const [chosenPlan, choosePlan] = useState(plans.find(({ recommended }) => recommended)?.id ?? 'basic');
  return (
    <StoryPage outcome={result.outcomeId}>
      {shows === 'results' ? (
        <ResultsView result={result} locale={locale} onContinue={doNothing} />
      ) : (
        <PlanView
          result={result}
          sessions={funnel.sessions[locale] ?? {}}
          plans={plans}
          locale={locale}
          chosenPlan={chosenPlan}
          onChoosePlan={choosePlan}
          onContinue={doNothing}
        />
      )}
    </StoryPage>
  );
}

function doNothing(): void {}
