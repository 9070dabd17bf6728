import { useState, useSyncExternalStore } from 'react';
import type { Screen } from '../../engine/model.ts';
import { toScreen } from '../../engine/run/screen.ts';
import { ScreenView } from '../../web/quiz/ScreenView.tsx';
import { useTranslation } from 'react-i18next';
import type { StepArgs, StoryFunnel } from '../funnel-data.ts';
import { startVisit, withAnswer, type FunnelActor } from './start-visit.ts';
import { StoryPage } from './StoryPage.tsx';

/** A step of a real visit, on the site's page; what is tapped goes on with the visit. When it ends, its last step stays. */
export function StepStory({ funnel, visit, state, answer }: StepArgs & { readonly funnel: StoryFunnel }) {
  const locale = useTranslation().i18n.language;
  const [actor] = useState(() =>
    state === 'chosen' && answer !== undefined
      ? withAnswer(funnel.funnel, visit, answer)
      : startVisit(funnel.funnel, visit),
  );
  const [store] = useState(() => latestOf(actor));
  const { shown, outcome } = useSyncExternalStore(store.subscribe, store.read);
  const screen = toScreen({ funnel: funnel.funnel, words: funnel.words[locale]! }, shown)!;
  const isStill = 'seconds' in screen && state !== 'last';
  return (
    <StoryPage outcome={outcome}>
      <ScreenView
        screen={state === 'last' ? atItsEnd(screen) : screen}
        locale={locale}
        onAnswer={(value) => actor.send({ type: 'ANSWER', value })}
        // A loader goes on by itself: its story would show it for a few seconds only.
        onNext={() => !isStill && actor.send({ type: 'NEXT' })}
        onBack={() => actor.send({ type: 'BACK' })}
      />
    </StoryPage>
  );
}

/** The end of a loader is there at once. */
function atItsEnd(screen: Screen): Screen {
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
