import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { exampleOutcomes } from '../../../engine/author/prove/describe-visits.ts';
import type { Answers, VisitEvent } from '../../../engine/model.ts';
import { formatProblem } from '../../../engine/problem.ts';
import { checkAnswers } from '../../../engine/run/answers.ts';
import { createFunnelMachine } from '../../../engine/run/machine.ts';
import { resumeVisit } from '../../../engine/run/resume-visit.ts';
import { saveVisit } from '../../../engine/run/save-visit.ts';
import { toScreen } from '../../../engine/run/screen.ts';
import { runs } from '../author/runs.ts';
import { buildCase, visitsOf } from './case.ts';

const { funnels, problems, warnings } = buildCase('answer-check');
const { funnel, words } = funnels[0]!;

/** The first field whose answer doesn't go with those before it. */
function expectedRefusal(answers: Answers): string | undefined {
  const number = (field: string) => Number(answers[field]);
  const efficiency = (100 * number('slept')) / number('in_bed');
  if (number('slept') > number('in_bed')) return 'slept';
  if (String(answers['left']) < String(answers['came'])) return 'left';
  if (answers['tired'] === 'never' && efficiency < 20) return 'tired';
  const why = answers['why'];
  if (why !== undefined && !String(why).toLowerCase().includes('because') && !(efficiency > 50)) return 'why';
  return undefined;
}

const day = fc.integer({ min: 1, max: 28 }).map((date) => `2026-0${1 + (date % 3)}-${String(date).padStart(2, '0')}`);
const answersToAll = fc.record(
  {
    in_bed: fc.integer({ min: 2, max: 48 }).map((halves) => halves / 2),
    slept: fc.integer({ min: 0, max: 28 }).map((halves) => halves / 2),
    came: day,
    left: day,
    tired: fc.constantFrom('never', 'sometimes', 'always'),
    why: fc.constantFrom('Because of noise', 'noise', 'just BECAUSE'),
  },
  { requiredKeys: ['in_bed', 'slept', 'came', 'left', 'tired'] },
);

test('a funnel whose answers are checked against each other has no problem, and all of it is decided', () => {
  expect([...problems, ...warnings].map((problem) => formatProblem(problem))).toEqual([]);
  expect([...exampleOutcomes(funnel).keys()].toSorted()).toEqual(['good', 'late', 'poor']);
});

test('the server refuses the first answer that does not go with those before it, and takes all others', () => {
  fc.assert(
    fc.property(answersToAll, (answers) => {
      const check = checkAnswers(funnel, answers);
      const field = expectedRefusal(answers);
      expect(check).toMatchObject(
        field === undefined ? { ok: true } : { ok: false, problems: [{ field, code: 'check' }] },
      );
    }),
    { numRuns: runs(300) },
  );
});

test('visitors by chance, who go back too, end with answers that go together, and the server reads the same of them', () => {
  const visits = visitsOf(funnels[0]!, 200);
  expect(visits.filter(({ answers }) => expectedRefusal(answers) !== undefined)).toEqual([]);
  expect(visits.filter(({ outcome, reported }) => reported !== outcome)).toEqual([]);
});

test('an answer that is refused leaves the visit where it is, also after Back and on another page', () => {
  const machine = createFunnelMachine(funnel);
  const actor = createActor(machine, { input: {} }).start();
  const at = () => actor.getSnapshot().value;
  const send = (...events: readonly (VisitEvent | number)[]) => {
    for (const event of events) actor.send(typeof event === 'number' ? { type: 'ANSWER', value: event } : event);
  };
  send(8, 9);
  expect(at()).toBe('slept');
  expect(toScreen({ funnel, words: words['en']! }, actor.getSnapshot())).toMatchObject({
    check: "You can't sleep longer than the 8 hours that you are in bed.",
  });
  send(7.5);
  expect(at()).toBe('came');
  send({ type: 'BACK' }, { type: 'BACK' }, 6, { type: 'NEXT' });
  expect(at()).toBe('slept'); // the draft of 7.5 is no longer right
  send(6);
  expect(at()).toBe('came');

  const saved = saveVisit(funnel, actor.getSnapshot());
  const tampered = { ...saved, answers: { ...saved.answers, slept: 12 } };
  expect(resumeVisit(machine, funnel, saved).value).toBe('came');
  expect(resumeVisit(machine, funnel, tampered).value).toBe('slept');
});

test('what may be left out passes the check without an answer', () => {
  const answers = { in_bed: 10, slept: 4, came: '2026-01-01', left: '2026-01-01', tired: 'always' };
  expect(checkAnswers(funnel, answers)).toMatchObject({ ok: true });
  expect(checkAnswers(funnel, { ...answers, why: 'noise' })).toMatchObject({ ok: false });
});

const operators = new Map([
  ['<', (left: number, right: number) => left < right],
  ['<=', (left: number, right: number) => left <= right],
  ['==', (left: number, right: number) => left === right],
  ['!=', (left: number, right: number) => left !== right],
  ['>=', (left: number, right: number) => left >= right],
]);

test('visitors are proved to be stuck where no answer of all passes the check, and it to be idle where each does', () => {
  const inBed = Array.from({ length: 47 }, (_, nth) => 1 + nth / 2);
  const slept = Array.from({ length: 29 }, (_, nth) => nth / 2);
  fc.assert(
    fc.property(
      fc.constantFrom(...operators),
      fc.integer({ min: -4, max: 26 }),
      fc.constantFrom('', ' and slept <= 10', ' or slept >= 14'),
      ([operator, compare], more, rest) => {
        const passes = (one: number, other: number) => {
          const holds = compare(other, one + more);
          return rest === '' ? holds : rest.startsWith(' and') ? holds && other <= 10 : holds || other >= 14;
        };
        const isStuck = inBed.some((one) => !slept.some((other) => passes(one, other)));
        const isIdle = inBed.every((one) => slept.every((other) => passes(one, other)));
        const { problems: told } = buildCase('answer-check', (text) =>
          text.replace('that: in_bed >= slept', `that: '(slept ${operator} in_bed + ${more})${rest}'`),
        );
        const codes = told.filter(({ path }) => path[1] === 1).map(({ code }) => code);
        expect(codes).toEqual(isStuck ? ['check_refuses_all'] : isIdle ? ['always_true'] : []);
      },
    ),
    { numRuns: runs(12) },
  );
});

test.each([
  ['that: in_bed >= slept', 'that: in_bed >= sleptt', ['unknown_name']],
  ['that: in_bed >= slept', 'that: in_bed - slept', ['not_a_condition']],
  ['check: { that: in_bed >= slept }', 'check: in_bed >= slept', ['wrong_type']],
  ['check: { that: in_bed >= slept }', 'check: {}', ['key_missing']],
  ['check: { that: in_bed >= slept }', 'check: { when: in_bed >= slept }', ['unknown_key']],
  ['that: in_bed >= slept', 'that: in_bed > 30', ['check_refuses_all']],
  ['that: in_bed >= slept', 'that: slept >= 0', ['always_true']],
  ['that: left >= came', 'that: left > came', ['check_refuses_all']],
  ['id: in_bed,', 'id: in_bed, show_if: variant.ask == "b",', ['answer_missing']],
])('%s → %s is told once', (from, to, codes) => {
  const { problems: told } = buildCase('answer-check', (text) =>
    text
      .replace('variables:\n', 'experiments: { ask: { variants: { a: 50, b: 50 } } }\nvariables:\n')
      .replace(from, to)
      .replace('{ else: true', '{ when: variant.ask == "a", topics: [daily-joy] }\n  other: { else: true'),
  );
  expect(told.map(({ code }) => code).filter((code) => !code.startsWith('text_'))).toEqual(codes);
});
