import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { toResult } from '../../engine/run/result.ts';
import { expectValid } from '../engine/author/harness.ts';

const guide = readFileSync('docs/guide/values.md', 'utf8');
const files = [...guide.matchAll(/^### `funnels\/(.+)`\n+```yaml\n([^]*?)```/gm)].map(([, name = '', text = '']) => ({
  name,
  text,
}));

test('the example has no problem, and says what the page says of it', () => {
  const [{ funnel, words }] = expectValid(files) as [ReturnType<typeof expectValid>[number]];
  const said = (locale: string, answers: object) =>
    toResult({ funnel, words: words[locale]! }, { weight: 70, height: 175, ...answers }, { today: '2026-11-23' });
  expect(said('en', { moves: 'often', sport: 2 })).toMatchObject({
    summary: 'Your body mass index is 22.9\u00A0kg/m², with 2 hours of exercise. Look again on December 21, 2026.',
    points: ['Drink 2.5 liters a day', 'Move for an hour more each week'],
  });
  expect(said('es', { moves: 'seldom' })).toMatchObject({
    summary:
      'Tu índice de masa corporal es 22,9\u00A0kg/m², con cero horas de ejercicio. Vuelve a mirarlo el 21 de diciembre de 2026.',
    points: ['Bebe 2,1 litros al día', 'Camina diez minutos al día'],
  });
});
