import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRandom } from '../../../../engine/author/random.ts';
import { simulateVisits, tallyVisits, type SimulateInput } from '../../../../engine/author/simulate/simulate-visits.ts';
import type { CompiledFunnel } from '../../../../engine/model.ts';
import { checkAnswers } from '../../../../engine/run/answers.ts';
import { buildFunnel, is } from '../../run/build-funnel.ts';
import { anyFunnel } from '../../run/funnel-arbitrary.ts';
import { realFunnels } from '../real-funnels.ts';

const tally = (funnel: CompiledFunnel, input: SimulateInput) => tallyVisits(funnel, simulateVisits(funnel, input));
const many = { visitors: 40_000, seed: 'a seed', stay: 1 };

/** Within five standard deviations of what is expected; with a fixed seed that is so for ever. */
function expectShare(count: number, of: number, share: number): void {
  expect(Math.abs(count - of * share)).toBeLessThan(5 * Math.sqrt(of * share * (1 - share)));
}

describe('visits by chance', () => {
  test('are the same for the same seed, and others for another', () => {
    const [first] = realFunnels();
    const figures = (seed: string) => tally(first!.funnel, { visitors: 500, seed, stay: 0.9 });
    expect(figures('7')).toEqual(figures('7'));
    expect(figures('7')).not.toEqual(figures('8'));
  });

  test('all finish where all stay, and none does where none stays', () => {
    for (const { funnel } of realFunnels()) {
      expect(tally(funnel, { visitors: 200, seed: '1', stay: 1 })).toMatchObject({ visitors: 200, finished: 200 });
      const gone = tally(funnel, { visitors: 200, seed: '1', stay: 0 });
      expect(gone.finished).toBe(0);
      expect(gone.steps[0]).toEqual({ id: funnel.steps[0]!.id, shown: 200, left: 200 });
      expect(gone.steps.slice(1).every(({ shown }) => shown === 0)).toBe(true);
    }
  });

  test('leave at each step as many as don’t stay', () => {
    const steps = [
      { id: 'a', type: 'info' },
      { id: 'b', type: 'info' },
    ] as const;
    const { steps: counted, finished } = tally(buildFunnel({ steps }), { ...many, stay: 0.8 });
    expectShare(counted[0]!.left, many.visitors, 0.2);
    expectShare(counted[1]!.left, many.visitors, 0.16);
    expect(finished + counted[0]!.left + counted[1]!.left).toBe(many.visitors);
    expect(counted[1]!.shown).toBe(many.visitors - counted[0]!.left);
  });

  test('take each option, each number and each allowed set of options as often as any other', () => {
    const funnel = buildFunnel({
      steps: [
        { id: 'one', type: 'single_choice', options: ['a', 'b', 'c'] },
        {
          id: 'some',
          type: 'multiple_choice',
          options: ['a', 'b', 'c', { key: 'none', exclusive: true }],
          choose: { min: 1, max: 2 },
        },
        { id: 'number', type: 'number', min: 1, max: 2, step: 0.25 },
        { id: 'text', type: 'text', required: false },
      ],
    });
    const counts = new Map<string, number>();
    for (const { answers } of simulateVisits(funnel, many))
      for (const field of ['one', 'some', 'number', 'text']) {
        const key = `${field} ${String(answers[field])}`;
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
    const sets = ['a', 'b', 'c', 'a,b', 'a,c', 'b,c', 'none'];
    for (const key of ['a', 'b', 'c']) expectShare(counts.get(`one ${key}`)!, many.visitors, 1 / 3);
    for (const set of sets) expectShare(counts.get(`some ${set}`)!, many.visitors, 1 / 7);
    for (const number of [1, 1.25, 1.5, 1.75, 2]) expectShare(counts.get(`number ${number}`)!, many.visitors, 1 / 5);
    expectShare(counts.get('text undefined')!, many.visitors, 1 / 2);
    expect(counts.size).toBe(3 + sets.length + 5 + 2);
  });

  test('get the outcomes and the variants in their shares', () => {
    const funnel = buildFunnel({
      conditions: { rare: is('q', 'a') },
      experiments: [
        {
          name: 'proof',
          variants: [
            { name: 'plain', weight: 1 },
            { name: 'doctors', weight: 3 },
          ],
        },
      ],
      steps: [{ id: 'q', type: 'single_choice', options: ['a', 'b', 'c', 'd'] }],
      outcomes: [
        { id: 'rare', when: 'rare', topics: [] },
        { id: 'other', topics: [] },
      ],
    });
    const { outcomes, experiments } = tally(funnel, many);
    expectShare(outcomes[0]!.visitors, many.visitors, 1 / 4);
    const [plain, doctors] = experiments[0]!.variants;
    expectShare(plain!.visitors, many.visitors, 1 / 4);
    expectShare(plain!.outcomes[0]!.visitors, plain!.visitors, 1 / 4);
    expect(plain!.visitors + doctors!.visitors).toBe(many.visitors);
    expect(plain!.outcomes[0]!.visitors + doctors!.outcomes[0]!.visitors).toBe(outcomes[0]!.visitors);
  });

  test('are visits that the engine accepts, of any funnel', () => {
    fc.assert(
      fc.property(anyFunnel, fc.string(), (funnel, seed) => {
        for (const visit of simulateVisits(funnel, { visitors: 5, seed, stay: 1 })) {
          const { answers, variants, outcome, steps } = visit;
          expect(checkAnswers(funnel, answers, { variants })).toMatchObject({
            ok: true,
            outcome,
            answers,
            path: steps,
          });
        }
      }),
    );
  });
});

describe('chances', () => {
  test('fill the range from 0 to 1 evenly, whatever the seed', () => {
    fc.assert(
      fc.property(fc.string(), (seed) => {
        const random = createRandom(seed);
        const tenths = Array.from({ length: 10 }, () => 0);
        for (let draw = 0; draw < 2000; draw += 1) tenths[Math.floor(random.next() * 10)]! += 1;
        for (const count of tenths) expect(Math.abs(count - 200)).toBeLessThan(100);
      }),
    );
  });
});
