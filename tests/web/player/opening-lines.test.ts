import { expect, test } from 'vitest';
import { lineAt, openingLinesOf } from '../../../web/pages/cabinet/player/opening-lines.ts';
import { session } from './open-player.ts';

const opening = ['Arrive.', 'Breathe.', 'Notice.', 'Let go.'];

test.each([
  [0, 0],
  [14, 0],
  [15, 1],
  [59, 3],
  [60, 4],
  [74, 4],
  [75, null],
  [1_199, null],
])('at second %i of a session, line %o of five is shown', (second, line) => {
  expect(lineAt(second, 5)).toBe(line);
});

test('a session has its opening lines, but for a recording and what was stored before there were any', () => {
  expect(openingLinesOf(session({ opening }))).toEqual(opening);
  expect(openingLinesOf(session({ opening, speaker: 'Ada' }))).toEqual([]);
  const { opening: _, ...stored } = session();
  expect(openingLinesOf(stored)).toEqual([]);
});
