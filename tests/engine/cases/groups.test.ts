import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { readFileSync } from 'node:fs';
import { checkEdit } from '../../../engine/author/diff/check-edit.ts';
import { createRandom } from '../../../engine/author/random.ts';
import { answerByChance } from '../../../engine/author/steps/answer-by-chance.ts';
import { exampleOutcomes } from '../../../engine/author/prove/describe-visits.ts';
import type { Answer, Answers, FunnelData } from '../../../engine/model.ts';
import { formatProblem } from '../../../engine/problem.ts';
import { checkAnswers } from '../../../engine/run/answers.ts';
import { createFunnelMachine } from '../../../engine/run/machine.ts';
import { resumeVisit } from '../../../engine/run/resume-visit.ts';
import { saveVisit } from '../../../engine/run/save-visit.ts';
import { toScreen } from '../../../engine/run/screen.ts';
import type { ScreenOf } from '../../../engine/run/steps/rules.ts';
import { runs } from '../author/runs.ts';
import { buildCase, visitsOf } from './case.ts';

const { funnels, problems, warnings } = buildCase('webinar');
const { funnel, words } = funnels[0]!;
const data: FunnelData = { funnel, words: words['en']! };
const machine = createFunnelMachine(funnel);
const start = () => createActor(machine, { input: {} }).start();
type Visit = ReturnType<typeof start>;

/** What these answers come to, and the fields of those that have to be asked on the way. */
function expected(answers: Answers): { readonly outcome: string; readonly fields: readonly string[] } {
  const points: Readonly<Record<string, number>> = { falling_asleep: 1, waking_up: 2, coffee: 1, screen: 2 };
  const ofShifts = answers['trouble'] === 'work' ? (answers['shifts'] === 'late' ? 3 : 1) : 0;
  const chosen = [answers['trouble'], ...[answers['habits'] ?? []].flat()];
  const score = ofShifts + chosen.reduce<number>((sum, key) => sum + (points[String(key)] ?? 0), 0);
  const evening = ['trouble', ...(ofShifts > 0 ? ['shifts'] : []), 'habits', 'in_bed', 'slept'];
  const isUrgent = score >= 5 || Number(answers['slept']) < 5;
  const asked = isUrgent ? evening : [...evening, 'wants'];
  if (!isUrgent && answers['wants'] !== 'seat') return { outcome: 'later', fields: asked };
  const isReminded = answers['reminder'] === 'yes';
  const seat = ['name', 'email', 'reminder', ...(isReminded ? ['phone'] : []), 'terms'];
  return { outcome: isReminded ? 'reminded' : 'seated', fields: [...asked, ...seat] };
}

function screenOf(visit: Visit) {
  return toScreen(data, visit.getSnapshot())!;
}

function groupOf(visit: Visit): ScreenOf<'group'> {
  const screen = screenOf(visit);
  if (screen.type !== 'group') throw new Error(`${screen.stepId} is no group.`);
  return screen;
}

/** Sends the answers to a group as its screen does: whether it takes them. */
function answerGroup(visit: Visit, answers: Answers): boolean {
  const asked = groupOf(visit).ask(answers);
  if (asked.some(({ problem }) => problem !== null)) return false;
  visit.send({ type: 'NEXT' });
  for (const { answer } of asked) visit.send({ type: 'ANSWER', value: answer });
  return true;
}

test('a funnel with groups has no problem, and all of it is decided at once', () => {
  const begun = performance.now();
  buildCase('webinar');
  expect(performance.now() - begun).toBeLessThan(2_000);
  expect([...problems, ...warnings].map((problem) => formatProblem(problem))).toEqual([]);
  expect([...exampleOutcomes(funnel).keys()].toSorted()).toEqual(['later', 'reminded', 'seated']);
});

test('visitors by chance, who go back too, get what the model says, and the server reads the same of them', () => {
  const visits = visitsOf(funnels[0]!, 100);
  for (const { answers, outcome, reported } of visits) {
    expect(reported).toBe(outcome);
    expect(outcome).toBe(expected(answers).outcome);
  }
  expect(new Set(visits.map(({ outcome }) => outcome)).size).toBe(3);
});

test('a group is one screen, one step of the progress and one of the counter, and Back leads to it as a whole', () => {
  const random = createRandom('groups');
  const draws = new Map(funnel.steps.map((step) => ['field' in step ? step.field : '', answerByChance(step)]));
  const outcomes = new Set<string>();
  for (let number = 0; number < runs(300); number += 1) {
    const visit = start();
    const path: string[] = [];
    while (visit.getSnapshot().status === 'active') {
      const screen = screenOf(visit);
      expect(funnel.steps.find(({ id }) => id === screen.stepId)).not.toHaveProperty('inGroup');
      expect(screen.progress.current).toBe(path.length + 1);
      expect(screen.progress.final).toBeLessThanOrEqual(5);
      expect(visit.getSnapshot().context.journey.counter).toBeLessThanOrEqual(path.length);
      if (path.length > 0 && random.next() < 0.2) {
        visit.send({ type: 'BACK' });
        expect(screenOf(visit).stepId).toBe(path.pop());
        continue;
      }
      path.push(screen.stepId);
      if (screen.type === 'group') {
        const answers = [...draws].map(([field, draw]) => [field, draw(random)] as const);
        const given = answers.filter((entry): entry is [string, Answer] => entry[1] !== undefined);
        if (!answerGroup(visit, Object.fromEntries(given))) path.pop();
      } else if (screen.type === 'single_choice') {
        visit.send({ type: 'ANSWER', value: screen.options[random.below(screen.options.length)]!.key });
      } else visit.send({ type: 'NEXT' });
    }
    const { answers, outcome } = visit.getSnapshot().output!;
    const model = expected(answers);
    expect(outcome).toBe(model.outcome);
    expect(model.fields).toEqual(expect.arrayContaining(Object.keys(answers)));
    expect(checkAnswers(funnel, answers)).toMatchObject({ ok: true, outcome });
    outcomes.add(outcome);
  }
  expect(outcomes.size).toBe(3);
});

const evening = { trouble: 'waking_up', habits: ['screen'], in_bed: 8, slept: 4 };

test('each field is asked after those above it, and says why its answer is not taken', () => {
  const visit = start();
  visit.send({ type: 'NEXT' });
  const ask = (answers: Answers) =>
    groupOf(visit)
      .ask(answers)
      .map(({ field, problem }) => [field, problem]);
  expect(ask({})).toEqual([
    ['trouble', 'required'],
    ['habits', 'required'],
    ['in_bed', 'required'],
    ['slept', 'required'],
  ]);
  expect(ask({ ...evening, trouble: 'work', shifts: 'late', slept: 9 })).toEqual([
    ['trouble', null],
    ['shifts', null],
    ['habits', null],
    ['in_bed', null],
    ['slept', 'check'],
  ]);
  expect(ask({ ...evening, habits: ['neither', 'screen'], in_bed: 99 })).toEqual([
    ['trouble', null],
    ['habits', 'exclusive'],
    ['in_bed', 'too_large'],
    ['slept', null],
  ]);
  expect(
    groupOf(visit)
      .ask({ ...evening, slept: 9 })
      .at(-1)!.screen.check,
  ).toBe("You can't sleep longer than the 8 hours in bed.");
});

test('what was answered is there again after Back and on another page, and what is left out is sent as that', () => {
  const visit = start();
  visit.send({ type: 'NEXT' });
  expect(answerGroup(visit, evening)).toBe(true);
  const seat = groupOf(visit);
  expect(seat.stepId).toBe('seat');
  const filled = { name: 'Ana', email: 'ana@example.com', reminder: 'yes', terms: 'yes' };
  expect(seat.ask(filled).map(({ field, answer }) => [field, answer])).toContainEqual(['phone', '']);

  visit.send({ type: 'BACK' });
  expect(groupOf(visit)).toMatchObject({ stepId: 'evening', given: evening });
  visit.send({ type: 'NEXT' });
  expect(visit.getSnapshot().value).toBe('trouble'); // one after the other, as the browser's Forward does
  for (const { answer } of groupOf(start1()).ask(evening)) visit.send({ type: 'ANSWER', value: answer });
  const saved = saveVisit(funnel, visit.getSnapshot());
  expect(saved).toMatchObject({ at: 'seat', answers: evening });
  expect(resumeVisit(machine, funnel, saved).value).toBe('seat');
});

function start1(): Visit {
  const visit = start();
  visit.send({ type: 'NEXT' });
  return visit;
}

test('the conditions of a group hold for all of its fields', () => {
  const answers = { ...evening, slept: 8, trouble: 'falling_asleep', wants: 'recording' };
  expect(checkAnswers(funnel, answers)).toMatchObject({
    ok: true,
    outcome: 'later',
    path: ['welcome', 'evening', 'trouble', 'habits', 'in_bed', 'slept', 'advice', 'wants'],
  });
  expect(checkAnswers(funnel, { ...answers, name: 'Ana' })).toMatchObject({
    ok: false,
    problems: [{ field: 'name', code: 'not_on_path' }],
  });
});

test.each([
  [
    'options: { falling_asleep: { score: 1 }',
    'options: { falling_asleep: { score: 1, next: seat }',
    ['group_together'],
  ],
  ['- { id: terms, type: consent }', '- { id: terms, type: consent, show_if: reminder == "yes" }', ['group_together']],
  ['to: seat }', 'to: email }', ['group_together']],
  ['to: seat }', 'to: habits }', ['next_backward']],
  ['to: seat }', 'to: welcome }', ['next_backward']],
  ['to: seat }', 'to: seats }', ['next_unknown']],
  ['      - { else: advice }\n', '', ['else_missing']],
  ['score >= 5 or slept < 5', 'score >= 50', ['branch_unreachable']],
  ['id: name, type: text', 'id: name, type: loader', ['unknown_step_type']],
  ['id: name, type: text', 'id: name, type: group', ['unknown_step_type']],
  ['id: name, type: text', 'id: name, type: texts', ['unknown_step_type']],
  ['id: name, type: text', 'id: email, type: text', ['step_id_twice']],
  ['id: name, type: text', 'id: name, field: slept, type: text', ['field_twice']],
  ['id: name, type: text,', 'id: name, type: text, goal: named,', ['unknown_key']],
  ['id: name, type: text,', 'id: name, type: text, counts: true,', ['unknown_key']],
  ['type: phone, required', 'type: phone, requird', ['unknown_key']],
  ['show_if: trouble == "work"', 'show_if: trouble == "works"', ['unknown_option']],
  ['show_if: trouble == "work"', 'show_if: habits has "coffee"', ['answer_missing']],
  ['show_if: trouble == "work"', 'show_if: trouble == "work" and trouble == "waking_up"', ['step_unreachable']],
  [
    'show_if: not answered(wants) or wants == "seat"',
    'show_if: answered(wants) and not answered(wants)',
    ['step_unreachable'],
  ],
])('%s → %s is told once', (from, to, codes) => {
  const { problems: told } = buildCase('webinar', (text) => text.replace(from, to));
  expect(told.map(({ code }) => code).filter((code) => !code.startsWith('text_'))).toEqual(codes);
});

const narrow = (text: string) => text.replace('min: 3, max: 14', 'min: 3, max: 12');

test('what visitors in the middle would lose of a field is told at that field', () => {
  const name = 'tests/cases/webinar.yaml';
  const after = buildCase('webinar', narrow).funnels[0]!.funnel;
  const flowFile = { name, text: narrow(readFileSync(name, 'utf8')) };
  const told = checkEdit({ before: funnel, after, flowFile });
  expect(told.map(({ code, path }) => [code, path])).toEqual([['answers_lost', ['steps', 1, 'fields', 3, 'max']]]);
});
