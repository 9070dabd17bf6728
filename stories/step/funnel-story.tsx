import { type ReactNode, useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { Screen } from '../../engine/model.ts';
import { toScreen } from '../../engine/run/screen.ts';
import { refusalOf } from '../../engine/run/refusal.ts';
import type { FunnelStoryArgs, OutcomeArgs, StepArgs, StoryFunnel } from '../funnel-data.ts';
import styles from './funnel-story.module.css';
import { type PlayContext, playStory } from './play-story.ts';
import { resultOf } from './result-of.ts';
import { type FunnelActor, startVisit, withAnswer } from './start-visit.ts';
import frame from '../../web/layout/PageFrame.module.css';
import { PlanView } from '../../web/pages/plan/PlanView.tsx';
import { ResultsView } from '../../web/pages/results/ResultsView.tsx';
import { ScreenView } from '../../web/quiz/ScreenView.tsx';
import { useSite } from '../../web/site.ts';

/** What the stories of a words file do; `null` stands for a funnel with problems. */
interface FunnelStory {
  readonly render: (args: FunnelStoryArgs, context: { readonly id: string }) => ReactNode;
  readonly play: (context: PlayContext) => Promise<void>;
}

/** Shows and tests the stories of a funnel; they differ only in their args. */
export function funnelStory(funnel: StoryFunnel | null): FunnelStory {
  return {
    render: (args, { id }) => {
      if (args.shows === 'problems' || !funnel)
        return <ProblemsStory problems={args.shows === 'problems' ? args.problems : []} />;
      // A new story is a new visit.
      return args.shows === 'step' ? (
        <StepStory key={id} {...args} funnel={funnel} />
      ) : (
        <OutcomeStory key={id} {...args} funnel={funnel} />
      );
    },
    play: (context) => playStory(funnel, context),
  };
}

/** A step of a real visit, on the site's page; what is tapped goes on with the visit. When it ends, its last step stays. */
function StepStory({ funnel, step, visit, state, answer }: StepArgs & { readonly funnel: StoryFunnel }) {
  const locale = useTranslation().i18n.language;
  const [actor] = useState(() =>
    state === 'chosen' && answer !== undefined
      ? withAnswer(funnel.funnel, visit, answer)
      : startVisit(funnel.funnel, visit),
  );
  const [store] = useState(() => latestOf(actor));
  const { shown, outcome } = useSyncExternalStore(store.subscribe, store.read);
  const words = funnel.words[locale]!;
  const screen = toScreen({ funnel: funnel.funnel, words }, shown)!;
  const isStill = 'seconds' in screen && state !== 'last';
  const isAtItsEnd = state === 'last' || (state === 'ended' && screen.stepId === step);
  return (
    <StoryPage outcome={outcome} accent={words.look.accent}>
      <ScreenView
        screen={isAtItsEnd ? atItsEnd(screen) : screen}
        locale={locale}
        scene={words.look.scene}
        onAnswer={(value) => {
          actor.send({ type: 'ANSWER', value });
          return refusalOf(funnel.funnel, shown.context.journey, value) === null;
        }}
        // A loader goes on by itself: its story would show it for a few seconds only.
        onNext={() => !isStill && actor.send({ type: 'NEXT' })}
        onBack={() => actor.send({ type: 'BACK' })}
      />
    </StoryPage>
  );
}

/** The end of a loader or a timer is there at once. */
function atItsEnd(screen: Screen): Screen {
  if ('timer' in screen) return { ...screen, timer: { ...screen.timer, seconds: 0 } };
  return 'seconds' in screen ? { ...screen, seconds: 0 } : screen;
}

interface Latest {
  readonly shown: ReturnType<FunnelActor['getSnapshot']>;
  /** Once the visit has ended; its last step is still shown then. */
  readonly outcome?: string;
}

function latestOf(actor: FunnelActor) {
  let latest: Latest = { shown: actor.getSnapshot() };
  return {
    read: () => latest,
    subscribe: (onChange: () => void) => {
      const subscription = actor.subscribe((snapshot) => {
        const { output } = snapshot;
        latest = output ? { shown: latest.shown, outcome: output.outcome } : { shown: snapshot };
        onChange();
      });
      return () => subscription.unsubscribe();
    },
  };
}

/** What a finished visit leads to: its results, or its plan with the sessions and the prices of the site. */
function OutcomeStory({ funnel, shows, visit }: OutcomeArgs & { readonly funnel: StoryFunnel }) {
  const { plans } = useSite();
  const locale = useTranslation().i18n.language;
  const result = useMemo(() => resultOf(funnel, visit, locale), [funnel, visit, locale]);
  const look = funnel.words[locale]?.look;
  const [chosenPlan, choosePlan] = useState(plans.find(({ recommended }) => recommended)?.id ?? 'basic');
  return (
    <StoryPage outcome={result.outcomeId} accent={look?.accent}>
      {shows === 'results' ? (
        <ResultsView result={result} locale={locale} scene={look?.scene} onContinue={doNothing} />
      ) : (
        <PlanView
          result={result}
          scene={look?.scene}
          content={funnel.plans[locale] ?? { sessions: {} }}
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

/** Instead of a funnel that can't be shown: what is wrong with it, as the terminal says it. */
function ProblemsStory({ problems }: { readonly problems: readonly string[] }) {
  return (
    <StoryPage>
      <h1>{problems.length === 1 ? 'This funnel has a problem' : `This funnel has ${problems.length} problems`}</h1>
      <p>It is shown again as soon as its files are in order.</p>
      {problems.map((problem) => (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboards scroll it
        <pre key={problem} className={styles.problem} tabIndex={0}>
          {problem}
        </pre>
      ))}
    </StoryPage>
  );
}

interface Props {
  /** Where the visit on this page has ended, for tests. */
  readonly outcome?: string | undefined;
  readonly accent?: string | undefined;
  readonly children: ReactNode;
}

/** The site's main part as it stands on every page, without header and footer. */
function StoryPage({ outcome, accent, children }: Props) {
  return (
    <div className={frame.layout} data-outcome={outcome} data-accent={accent}>
      <main className={frame.main}>{children}</main>
    </div>
  );
}
