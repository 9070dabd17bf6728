import type { ReactNode } from 'react';
import { expect, userEvent, within } from 'storybook/test';
import { FlowStory } from './FlowStory.tsx';
import type { StoryFunnel } from '../funnel-data.ts';
import { PlayerStory } from '../player/PlayerStory.tsx';
import { SheetStory } from '../sheet/SheetStory.tsx';
import { putIn, screenOf } from '../step/play-story.ts';
import { pageLocale } from '../../web/session/cookies.ts';
import type { FlowPageArgs, FlowPagesData } from './flow-pages-data.ts';

/** What the stories of a flow file do. */
export interface FlowPage {
  readonly render: (args: FlowPageArgs, context: { readonly id: string }) => ReactNode;
  readonly play: (context: { readonly args: FlowPageArgs; readonly canvasElement: HTMLElement }) => Promise<void>;
}

/** Whether stories run as tests now. */
const isTested = import.meta.env['VITEST_STORYBOOK'] !== undefined;

/** Shows and tests the pages of a funnel as a whole. */
export function flowPage(funnel: StoryFunnel, data: FlowPagesData): FlowPage {
  return {
    render: (args, { id }) => {
      switch (args.page) {
        case 'steps':
          return <SheetStory funnel={funnel} cards={data.cards} />;
        case 'flow':
          return <FlowStory graphs={data.graphs} />;
        case 'player':
          // Another link is another visit.
          return <PlayerStory key={args.visit} funnel={funnel} visit={args.visit} storyId={id} />;
      }
    },
    play: async ({ args, canvasElement }) => {
      if (args.page === 'player') {
        // The reader of a player, or of a link to a visit, wants to play it themselves.
        if (isTested) await playSomeSteps(canvasElement, funnel, data);
      } else if (args.page === 'flow') await expectEveryStep(canvasElement, funnel);
      else await expect(canvasElement.querySelectorAll('[data-card]')).toHaveLength(data.cards.length);
    },
  };
}

async function expectEveryStep(page: HTMLElement, { funnel }: StoryFunnel): Promise<void> {
  const texts = [...page.querySelectorAll('svg .id')].map(({ textContent }) => textContent);
  for (const { id } of [...funnel.steps, ...funnel.outcomes]) await expect(texts).toContain(id);
}

/** Goes on from the first step, as a visit to another one does, travels back to it, and forth again. */
async function playSomeSteps(page: HTMLElement, story: StoryFunnel, { cards }: FlowPagesData): Promise<void> {
  const shown = () => page.querySelector('[data-step]')?.getAttribute('data-step');
  const controls = within(page.querySelector<HTMLElement>('[data-tools]')!);
  const first = story.funnel.steps[0]!.id;
  await expect(shown()).toBe(first);
  const answer = cards.map(({ visit }) => visit.steps).find(({ length }) => length > 1)?.[0]?.answer;
  const screen = screenOf(story, { visit: { steps: [{ step: first }] } }, pageLocale());
  await putIn(page.querySelector<HTMLElement>('[data-step]')!, screen, answer);
  const second = shown();
  await expect(second).not.toBe(first);
  await userEvent.click(controls.getByRole('button', { name: 'Back in time' }));
  await expect(shown()).toBe(first);
  await userEvent.keyboard('{ArrowRight}');
  await expect(shown()).toBe(second);
  await userEvent.click(controls.getByRole('button', { name: 'Start again' }));
  await expect(shown()).toBe(first);
}
