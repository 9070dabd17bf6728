import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeVisits } from '../../../../engine/author/prove/describe-visits.ts';
import type { CompiledFunnel, VisitEvent } from '../../../../engine/model.ts';
import type { ExampleVisit } from '../../../../engine/problem.ts';
import { answer, buildFunnel, compare, literal, type StepDraft } from '../../run/build-funnel.ts';
import { anyFunnel } from '../../run/funnel-arbitrary.ts';
import { movesOf } from './every-move.ts';
import { replayVisit } from './replay.ts';
import { anyConditionalFunnel } from '../explore/conditional-funnels.ts';
import { countVisits, eventsAt, inputsOf } from '../explore/every-visit.ts';
import { runs } from '../runs.ts';

/** What there is to say of visits, with a visit given by the number of its steps. */
interface Described {
  readonly visits: bigint;
  readonly shortest: number;
  readonly longest: number;
  readonly outcomes: Readonly<Record<string, { readonly visits: bigint; readonly shortest: number | null }>>;
}

function described(funnel: CompiledFunnel): Described {
  const description = describeVisits(funnel);
  if (description.sample !== null) throw new Error('Too large.');
  const { visits, shortest, longest, outcomes } = description;
  const lengthOf = (visit: ExampleVisit) => replayVisit(funnel, visit, 'finished').at(-1)!.passed;
  const each = outcomes.map(({ id, visits: count, shortest: example }) => {
    if (example && example.outcome !== id) throw new Error(`The visit to ${id} ends with ${example.outcome}.`);
    return [id, { visits: count, shortest: example && lengthOf(example) }] as const;
  });
  return { visits, shortest: lengthOf(shortest), longest: lengthOf(longest), outcomes: Object.fromEntries(each) };
}

/** The same from every visit on the real machine. */
function walked(funnel: CompiledFunnel): Described {
  const { begin, send } = movesOf(funnel);
  const lengths = new Map<string, number[]>(funnel.outcomes.map(({ id }) => [id, []]));
  const walk = ({ snapshot, move }: ReturnType<typeof begin>): void => {
    if (move.outcome !== undefined) lengths.get(move.outcome)?.push(move.passed);
    const step = funnel.steps[move.to];
    for (const event of step ? eventsAt(funnel, move.journey).filter(saysSomething) : []) walk(send(snapshot, event));
  };
  for (const input of inputsOf(funnel)) walk(begin(input));
  const all = [...lengths.values()].flat();
  const outcomes = [...lengths].map(([id, own]) => {
    return [id, { visits: BigInt(own.length), shortest: own.length > 0 ? Math.min(...own) : null }] as const;
  });
  return {
    visits: BigInt(all.length),
    shortest: Math.min(...all),
    longest: Math.max(...all),
    outcomes: Object.fromEntries(outcomes),
  };
}

/** To choose none of the options is the same as to go on without an answer. */
function saysSomething(event: VisitEvent): boolean {
  return event.type !== 'ANSWER' || !Array.isArray(event.value) || event.value.length > 0;
}

/** A funnel in which every visit is distinguished by answers that can be counted. */
function countable(funnel: CompiledFunnel): CompiledFunnel {
  const steps = funnel.steps.map((step) => {
    if (step.type !== 'text' && step.type !== 'email') return step;
    const { id, counts, goal, showIf, next, fewest, most } = step;
    const basis = { id, counts, next, fewest, most, ...(goal && { goal }), ...(showIf && { showIf }) };
    return { ...basis, type: 'info' } as const;
  });
  return { ...funnel, steps, experiments: [], hiddenFields: [] };
}

/** What of a description does not depend on what counts as another text. */
function measured({ shortest, longest, outcomes }: Described) {
  const shortestTo = Object.entries(outcomes).map(([id, own]) => [id, own.shortest]);
  return { shortest, longest, shortestTo };
}

const small = (funnel: CompiledFunnel) => countVisits(funnel) <= 500;

test('visits are counted as they are on the real machine, and for each outcome', () => {
  fc.assert(
    fc.property(fc.oneof(anyFunnel, anyConditionalFunnel).map(countable).filter(small), (funnel) => {
      expect(described(funnel)).toEqual(walked(funnel));
    }),
    { numRuns: runs(40) },
  );
});

test('the shortest and the longest visit are those of the real machine, whatever can be said and come by', () => {
  fc.assert(
    fc.property(anyConditionalFunnel.filter(small), (funnel) => {
      const given = described(funnel);
      expect(measured(given)).toEqual(measured(walked(funnel)));
      const counts = Object.values(given.outcomes).map(({ visits }) => visits);
      expect(counts.reduce((sum, visits) => sum + visits, 0n)).toBe(given.visits);
    }),
    { numRuns: runs(40) },
  );
});

test('what is too much to be counted is estimated, and shown by the shortest visits all the same', () => {
  const numbers = ['a', 'b', 'c'].map((id): StepDraft => ({ id, type: 'number', min: 1, max: 40 }));
  const more: StepDraft = { id: 'more', type: 'single_choice', options: ['x', 'y', 'z'], showIf: 'high' };
  const funnel = buildFunnel({
    steps: [...numbers, more],
    conditions: {
      high: compare(compare(answer('a'), '*', answer('b')), '>', literal(800)),
      rare: compare(compare(answer('a'), '*', answer('c')), '==', literal(1600)),
    },
    outcomes: [
      { id: 'rare', when: 'rare', topics: [] },
      { id: 'other', topics: [] },
    ],
  });
  const pairs = Array.from({ length: 1600 }, (_, at) => ((at % 40) + 1) * (Math.floor(at / 40) + 1));
  const high = pairs.filter((product) => product > 800).length;
  const all = 40 * (1600 + 2 * high);
  const { visits, sample, outcomes, longest } = describeVisits(funnel, 1000);
  expect(sample).toBe(10_000);
  expect(Math.abs(Number(visits) / all - 1)).toBeLessThan(0.03);
  expect(longest.steps).toHaveLength(4);
  expect(outcomes[0]?.shortest?.steps.slice(0, 3)).toMatchObject([{ answer: 40 }, {}, { answer: 40 }]);
});
