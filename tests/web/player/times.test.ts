import { expect, test } from 'vitest';
import { randomUuid } from '../../../web/pages/cabinet/player/page-player.ts';
import { clockTime, spokenTime } from '../../../web/pages/cabinet/player/player-view.ts';

test.each([
  [0, '0:00'],
  [65.9, '1:05'],
  [3_725, '1:02:05'],
])('%d seconds are %s on a clock', (seconds, shown) => expect(clockTime(seconds)).toBe(shown));

test.each([
  [0, 'en', '0 seconds'],
  [61, 'en', '1 minute 1 second'],
  [125, 'es', '2 minutos 5 segundos'],
  [3_600, 'en', '1 hour 0 seconds'],
] as const)('%d seconds are said in words (%s)', (seconds, locale, said) =>
  expect(spokenTime(seconds, locale)).toBe(said),
);

test('each time of listening has a name of its own, a UUID', () => {
  const [one, other] = [randomUuid(), randomUuid()];
  expect(one).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(other).not.toBe(one);
});
