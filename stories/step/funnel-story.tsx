import type { ReactNode } from 'react';
import type { FunnelStoryArgs, StoryFunnel } from '../funnel-data.ts';
import { OutcomeStory } from './OutcomeStory.tsx';
import { playStory, type PlayContext } from './play-story.ts';
import { ProblemsStory } from './ProblemsStory.tsx';
import { StepStory } from './StepStory.tsx';

/** What the stories of a words file do; `null` stands for a funnel with problems. */
export interface FunnelStory {
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
