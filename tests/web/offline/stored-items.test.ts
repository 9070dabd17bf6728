import { expect, test } from 'vitest';
import { contentKey, outdatedKeys, playableFirst, withProgress } from '../../../web/worker/answers.ts';

test('while offline the list begins with what can be played, also where it was on a later page', () => {
  const list = { found: 38, items: [{ id: 'tide' }, { id: 'rain', title: 'old' }] };
  const playable = [{ id: 'bells' }, { id: 'rain', title: 'new' }];
  expect(playableFirst(list, playable)).toEqual({ found: 38, items: [...playable, { id: 'tide' }] });
});

test('a session goes on from where the server has last known the listener', () => {
  const progress = {
    id: 'tide',
    status: 'in_progress',
    positionSeconds: 73,
    startedAt: 'now',
    finishedAt: null,
  } as const;
  expect(withProgress({ id: 'tide', title: 'Tide', positionSeconds: 30 }, progress)).toEqual({
    title: 'Tide',
    ...progress,
  });
  expect(withProgress({ id: 'rain' }, progress)).toEqual({ id: 'rain' });
});

test('what can be played while offline is kept, however many sessions are opened after it', () => {
  const opened = Array.from({ length: 22 }, (_, index) => contentKey(`session-${index}`));
  expect(outdatedKeys(opened.at(-1)!, opened, ['session-0'])).toEqual([opened[1]]);
  expect(outdatedKeys(opened.at(-1)!, opened)).toEqual([opened[0], opened[1]]);
});
