import chiSquareCdf from '@stdlib/stats-base-dists-chisquare-cdf';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assignVariants, pickVariant } from '../../../engine/run/variants.ts';
import { buildFunnel } from './build-funnel.ts';

type Weights = Readonly<Record<string, number>>;

const visitors = Array.from({ length: 6_000 }, (_, number) => `visitor ${number}`);
const experiment = (weights: Weights, name = 'proof') => ({
  name,
  variants: Object.entries(weights).map(([variant, weight]) => ({ name: variant, weight })),
});
const pick = (weights: Weights, seed: string) => pickVariant('sleep-issues', experiment(weights), seed);
const total = (weights: Weights) => Object.values(weights).reduce((sum, weight) => sum + weight, 0);

/** Visitors that a change of the weights moves, as `from>to`, with how many there are. */
function moves(before: Weights, after: Weights): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const seed of visitors) {
    const [from, to] = [pick(before, seed), pick(after, seed)];
    if (from !== to) counts.set(`${from}>${to}`, (counts.get(`${from}>${to}`) ?? 0) + 1);
  }
  return counts;
}

/** How likely visitors are spread as far from what is expected as these are. */
function chanceOf(counts: readonly number[], expected: readonly number[]): number {
  const distance = counts.reduce((sum, count, at) => sum + (count - expected[at]!) ** 2 / expected[at]!, 0);
  return 1 - chiSquareCdf(distance, counts.length - 1);
}

describe('a visitor’s variants', () => {
  const funnel = buildFunnel({
    steps: [{ id: 'a', type: 'info' }],
    experiments: [experiment({ plain: 1, doctors: 3 }, 'one'), experiment({ plain: 1, doctors: 1 }, 'two')],
  });

  test('are the same for the same seed, one for each experiment', () => {
    expect(assignVariants(funnel, 'seed')).toEqual(assignVariants(funnel, 'seed'));
    expect(Object.keys(assignVariants(funnel, 'seed'))).toEqual(['one', 'two']);
  });

  test('stay what they were for returning visitors: the hash never changes', () => {
    const some = Array.from({ length: 12 }, (_, number) => pick({ plain: 2, doctors: 1, stars: 1 }, `seed ${number}`));
    expect(some.map(([letter]) => letter).join('')).toBe('psdpppsppddp');
  });

  test('follow the weights', () => {
    const sets = [
      { plain: 50, doctors: 50 },
      { a: 1, b: 3 },
      { a: 1, b: 99 },
      { a: 1, b: 2, c: 3, d: 4 },
    ];
    for (const weights of sets) {
      const counts = Object.keys(weights).map((name) => visitors.filter((seed) => pick(weights, seed) === name).length);
      const expected = Object.values(weights).map((weight: number) => (visitors.length * weight) / total(weights));
      expect(chanceOf(counts, expected), JSON.stringify(weights)).toBeGreaterThan(0.001);
    }
  });

  test('of one experiment say nothing about another', () => {
    const both = visitors.map((seed) => Object.values(assignVariants(funnel, seed)).join());
    const pairs = ['plain,plain', 'plain,doctors', 'doctors,plain', 'doctors,doctors'];
    const counts = pairs.map((pair) => both.filter((each) => each === pair).length);
    const expected = [1 / 8, 1 / 8, 3 / 8, 3 / 8].map((share) => share * visitors.length);
    expect(chanceOf(counts, expected)).toBeGreaterThan(0.001);
  });

  test('are never one without weight', () => {
    expect(visitors.every((seed) => pick({ a: 0, b: 1, c: 0 }, seed) === 'b')).toBe(true);
  });
});

describe('a change of the weights', () => {
  const anyName = fc.stringMatching(/^[a-z]{1,8}$/);
  const anyWeights = fc.dictionary(anyName, fc.integer({ min: 1, max: 100 }), { minKeys: 2, maxKeys: 5 });
  const anySeeds = fc.array(fc.string({ maxLength: 64 }), { minLength: 1, maxLength: 40 });

  test('of one variant moves visitors only to it, or only from it', () => {
    fc.assert(
      fc.property(anyWeights, fc.nat(4), fc.integer({ min: 0, max: 300 }), anySeeds, (before, nth, weight, seeds) => {
        const changed = Object.keys(before)[nth % Object.keys(before).length]!;
        for (const seed of seeds) {
          const [from, to] = [pick(before, seed), pick({ ...before, [changed]: weight }, seed)];
          if (from !== to) expect(weight > before[changed]! ? to : from).toBe(changed);
        }
      }),
    );
  });

  test('that adds a variant moves visitors only to it; and back, when it is removed', () => {
    fc.assert(
      fc.property(anyWeights, anyName, fc.integer({ min: 1, max: 100 }), anySeeds, (before, added, weight, seeds) => {
        fc.pre(!(added in before));
        const after = { ...before, [added]: weight };
        for (const seed of seeds) expect([pick(before, seed), added]).toContain(pick(after, seed));
      }),
    );
  });

  test('by the same factor, or of the order in the file, moves no visitor', () => {
    fc.assert(
      fc.property(anyWeights, fc.constantFrom(2, 10, 0.5), anySeeds, (before, factor, seeds) => {
        const entries = Object.entries(before).map(([name, weight]) => [name, weight * factor] as const);
        const after = Object.fromEntries(entries.reverse());
        for (const seed of seeds) expect(pick(after, seed)).toBe(pick(before, seed));
      }),
    );
  });

  test.each<[Weights, Weights]>([
    [
      { plain: 50, doctors: 50 },
      { plain: 80, doctors: 20 },
    ],
    [
      { a: 1, b: 1, c: 1 },
      { a: 2, b: 1, c: 1 },
    ],
    [
      { a: 1, b: 1, c: 1 },
      { a: 1, b: 1 },
    ],
    [
      { a: 90, b: 5, c: 5 },
      { a: 34, b: 33, c: 33 },
    ],
  ])('from %j to %j moves exactly as many as the shares demand', (before, after) => {
    const shares = Object.keys(before).map((name) => before[name]! / total(before) - (after[name] ?? 0) / total(after));
    const least = shares.reduce((sum, share) => sum + Math.abs(share) / 2, 0);
    const moved = [...moves(before, after).values()].reduce((sum, count) => sum + count, 0);
    const deviation = Math.sqrt(visitors.length * least * (1 - least));
    expect(Math.abs(moved - visitors.length * least)).toBeLessThan(4 * deviation);
  });
});
