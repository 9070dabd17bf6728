import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { createFunnelMachine } from '../../engine/run/machine.ts';
import { toScreen } from '../../engine/run/screen.ts';
import { expectValid } from '../engine/author/harness.ts';
import { exampleOf } from './example-of.ts';

test('the example of charts has no problem, and shows what the page says of it', () => {
  const [{ funnel, words }] = expectValid(exampleOf('charts')) as [ReturnType<typeof expectValid>[number]];
  const actor = createActor(createFunnelMachine(funnel), { input: {} }).start();
  const screen = () => toScreen({ funnel, words: words['en']! }, actor.getSnapshot());
  for (const value of [180, 82]) actor.send({ type: 'ANSWER', value });
  expect(screen()).toMatchObject({ chart: { values: [{ text: '25.3\u00A0kg/m²' }] } });
  actor.send({ type: 'NEXT' });
  actor.send({ type: 'ANSWER', value: 72 });
  expect(screen()).toMatchObject({ chart: { labels: ['Today', 'In 20 weeks'] } });
  for (let count = 0; count < 2; count++) actor.send({ type: 'NEXT' });
  expect(screen()).toMatchObject({ timer: { seconds: 60, ids: ['lighter:pause'] } });
});
