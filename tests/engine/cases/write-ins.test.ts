import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { compareFunnels } from '../../../engine/author/diff/compare-funnels.ts';
import { exampleOutcomes } from '../../../engine/author/prove/describe-visits.ts';
import { createRandom } from '../../../engine/author/random.ts';
import { answerByChance } from '../../../engine/author/steps/answer-by-chance.ts';
import type { Answer, Answers, CompiledStep, FunnelData } from '../../../engine/model.ts';
import { formatProblem } from '../../../engine/problem.ts';
import { checkAnswer, redactAnswer } from '../../../engine/run/answer.ts';
import { checkAnswers } from '../../../engine/run/answers.ts';
import { createFunnelMachine } from '../../../engine/run/machine.ts';
import { plainText } from '../../../engine/run/plain-text.ts';
import { toResult } from '../../../engine/run/result.ts';
import { resumeVisit } from '../../../engine/run/resume-visit.ts';
import { saveVisit } from '../../../engine/run/save-visit.ts';
import { toScreen } from '../../../engine/run/screen.ts';
import type { ScreenOf } from '../../../engine/run/steps/rules.ts';
import { runs } from '../author/runs.ts';
import { buildCase, visitsOf } from './case.ts';

const { funnels, problems, warnings } = buildCase('heard-of');
const { funnel, words } = funnels[0]!;
const data: FunnelData = { funnel, words: words['en']! };
const machine = createFunnelMachine(funnel);
const stepOf = (id: string) => funnel.steps.find((step) => step.id === id)!;

const labels: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en: {
    friend: 'From a friend',
    advert: 'an advert',
    other: 'somewhere else',
    music: 'Music',
    book: 'A book',
    own: 'Something else',
    nothing: 'Nothing so far',
    sleep: 'Sleep',
    calm: 'Calm',
    goal_own: 'Something of my own',
    morning: 'In the morning',
    evening: 'In the evening',
    at: 'At another time',
  },
  es: {
    friend: 'Por una amistad',
    advert: 'un anuncio',
    other: 'otra vía',
    music: 'La música',
    book: 'Un libro',
    own: 'Otra cosa',
    nothing: 'Nada, por ahora',
    sleep: 'Dormir',
    calm: 'La calma',
    goal_own: 'Algo mío',
    morning: 'Por la mañana',
    evening: 'Por la noche',
    at: 'En otro momento',
  },
};
const points: Readonly<Record<string, number>> = { friend: 1, other: 2, music: 1, own: 3 };

const listOf = (answer: Answer | undefined): string[] => (answer === undefined ? [] : [answer].flat().map(String));
const keysOf = (answer: Answer | undefined) => listOf(answer).map((each) => each.split(':')[0]!);

/** What these answers come to: by the keys alone. */
function outcomeOf({ source, helps, goal, times }: Answers): string {
  const score = [...keysOf(source), ...keysOf(helps)].reduce((sum, key) => sum + (points[key] ?? 0), 0);
  if (keysOf(source)[0] === 'other' && keysOf(helps).includes('own')) return 'own';
  if (score >= 3 || listOf(times).length > 2) return 'many';
  return keysOf(goal)[0] === 'goal_own' ? 'aim' : 'plain';
}

/** What the result says of these answers: what was written in, and else the option. */
function summaryOf(answers: Answers, locale: 'en' | 'es'): string {
  const list = new Intl.ListFormat(locale);
  const say = (field: string) => {
    const said = listOf(answers[field]).map((each) => {
      const [key, ...written] = each.split(':');
      return written.length > 0 ? written.join(':') : labels[locale]![key!]!;
    });
    return said.length > 0 ? list.format(said) : { en: 'nothing', es: 'nada' }[locale];
  };
  const texts = {
    en: {
      own: `By ${say('source')}, with ${say('helps')}, for ${say('goal')}.`,
      many: `With ${say('helps')}: ${say('times')}.`,
      aim: `For ${say('goal')}.`,
      plain: `By ${say('source')}.`,
    },
    es: {
      own: `Por ${say('source')}, con ${say('helps')}, para ${say('goal')}.`,
      many: `Con ${say('helps')}: ${say('times')}.`,
      aim: `Para ${say('goal')}.`,
      plain: `Por ${say('source')}.`,
    },
  };
  return texts[locale][outcomeOf(answers) as 'own'];
}

/** A visit to where it is after these answers; a group takes those of its fields. */
function visit(...answers: (Answer | null)[]) {
  const actor = createActor(machine, { input: {} }).start();
  for (const value of answers) actor.send(value === null ? { type: 'NEXT' } : { type: 'ANSWER', value });
  return actor;
}
const screenOf = (actor: ReturnType<typeof visit>) => toScreen(data, actor.getSnapshot())!;
const placeOf = (actor: ReturnType<typeof visit>) => actor.getSnapshot().value;

test('a funnel with options that visitors write in has no problem, and all of it is decided', () => {
  expect([...problems, ...warnings].map((problem) => formatProblem(problem))).toEqual([]);
  expect([...exampleOutcomes(funnel).keys()].toSorted()).toEqual(['aim', 'many', 'own', 'plain']);
});

test.each(['en', 'es'] as const)(
  'visitors by chance, who go back too, come where the model says and read what they wrote, in %s',
  (locale) => {
    const visits = visitsOf(funnels[0]!, runs(200), locale);
    for (const { answers, outcome, reported, summary } of visits) {
      expect(outcome).toBe(outcomeOf(answers));
      expect(reported).toBe(outcome);
      expect(checkAnswers(funnel, answers)).toMatchObject({ ok: true, outcome, answers });
      expect(plainText(summary!)).toBe(summaryOf(answers, locale));
    }
    expect(new Set(visits.map(({ outcome }) => outcome)).size).toBe(4);
    expect(visits.filter(({ answers }) => String(answers['source']).startsWith('other:')).length).toBeGreaterThan(20);
  },
);

test('nothing of what was written in is in our own events', () => {
  for (const id of ['source', 'helps', 'goal', 'times']) {
    const draw = answerByChance(stepOf(id));
    const random = createRandom(id);
    const drawn = Array.from({ length: 50 }, () => draw(random)).filter((answer) => answer !== undefined);
    expect(drawn.join()).toContain(':');
    for (const answer of drawn) {
      const redacted = redactAnswer(stepOf(id), answer);
      expect(String(redacted)).toMatch(/^[a-z_,]+$/);
      expect(keysOf(redacted)).toEqual(keysOf(answer));
      expect(checkAnswer(stepOf(id), redacted)).toBeNull(); // the server replays it
    }
  }
});

test.each<[string, unknown, string | null]>([
  ['source', 'other:A podcast', null],
  ['source', 'other:A podcast: <b>Sleep</b>', null],
  ['source', `other:${'a'.repeat(60)}`, null],
  ['source', `other:${'a'.repeat(61)}`, 'too_long'],
  ['source', 'other:', 'required'],
  ['source', 'other: \u2003\u200b', 'required'],
  ['source', 'other:one\ntwo', 'wrong_type'],
  ['source', 'other:\0', 'required'],
  ['source', 'friend:Eva', 'unknown_option'],
  ['source', 'others:A podcast', 'unknown_option'],
  ['source', ':A podcast', 'unknown_option'],
  ['source', ['other:A podcast'], 'wrong_type'],
  ['source', 7, 'wrong_type'],
  ['helps', ['music', 'own:A cat'], null],
  ['helps', ['own:'], 'required'],
  ['helps', ['own:A cat', 'own:A dog'], 'too_many'],
  ['helps', ['own:A cat', 'own'], 'too_many'],
  ['helps', ['own:A cat', 'nothing'], 'exclusive'],
  ['helps', ['own:A cat', 7], 'wrong_type'],
  ['helps', 'own:A cat', 'wrong_type'],
  ['contact', 'other:A podcast', 'not_an_email'],
])('%s: %j is refused as %s, or taken', (id, value, problem) => {
  expect(checkAnswer(stepOf(id), value)).toBe(problem);
});

test('points, branches and conditions see the option, and its words are stored with it in the funnel’s order', () => {
  const actor = visit('other:A podcast');
  expect(placeOf(actor)).toBe('helps'); // its own next
  expect(actor.getSnapshot().context.journey.trail.totals).toEqual({ score: 2 });
  actor.send({ type: 'ANSWER', value: ['own:A cat', 'music'] });
  expect(actor.getSnapshot().context.journey.trail.totals).toEqual({ score: 6 });
  expect(saveVisit(funnel, actor.getSnapshot()).answers).toEqual({
    source: 'other:A podcast',
    helps: ['music', 'own:A cat'],
  });
});

test('the screen says which option is written in and how long that can be, and after Back what was written', () => {
  const actor = visit('other:A podcast');
  actor.send({ type: 'BACK' });
  const screen = screenOf(actor) as ScreenOf<'single_choice'>;
  expect(screen).toMatchObject({ writeIn: { key: 'other', maxLength: 60 }, answer: 'other:A podcast' });
  expect(screen.options[2]).toMatchObject({
    label: 'From somewhere else',
    writeIn: 'Where was it?',
    placeholder: 'A podcast',
  });
  actor.send({ type: 'NEXT' });
  expect(placeOf(actor)).toBe('helps');
  expect(resumeVisit(machine, funnel, saveVisit(funnel, actor.getSnapshot())).context.journey.answers).toEqual({
    0: { answer: 'other:A podcast', onPath: true },
  });
});

test('a text that recalls it says the words apart from the sentence, as typed texts are', () => {
  const answers = {
    source: 'other:<b>Night</b>.',
    goal: 'goal_own:צוות',
    helps: ['music', 'own:rain'],
    times: ['at:noon'],
  };
  expect(toResult(data, answers)!.summary).toBe(
    'By \u2068<b>Night</b>.\u2069, with Music and \u2068rain\u2069, for \u2068צוות\u2069.',
  );
});

test('in a group the fields below know that it is chosen, and nothing is sent before it is written in', () => {
  const actor = visit('friend', null, []);
  const { ask } = screenOf(actor) as ScreenOf<'group'>;
  const problemsOf = (answers: Answers) => ask(answers).map(({ field, problem }) => [field, problem]);
  expect(problemsOf({ goal: 'goal_own', times: ['morning', 'at'] })).toEqual([
    ['goal', 'required'],
    ['why', null],
    ['times', 'required'],
  ]);
  expect(problemsOf({ goal: 'goal_own:a choir', times: ['morning', 'at:noon'] })).toEqual([
    ['goal', null],
    ['why', null],
    ['times', null],
  ]);
});

/** The funnel of another file. */
const changed = (from: string, to: string) => buildCase('heard-of', (text) => text.replace(from, to)).funnels[0]!;
const saved = (answers: Answers) => ({ ...saveVisit(funnel, visit().getSnapshot()), version: 'other', answers });

test('visits from before the option asked for words go on, and results are there again', () => {
  const resumed = resumeVisit(machine, funnel, { ...saved({ source: 'other' }), at: 'helps' });
  expect(resumed.value).toBe('helps');
  const answers = { source: 'other', helps: ['own'], goal: 'calm', times: ['at'] };
  expect(plainText(toResult(data, answers)!.summary)).toBe('By somewhere else, with Something else, for Calm.');
});

test('what was written in moves along with a renamed option, and goes where it is no longer asked for', () => {
  const answers = { source: 'other:A podcast', helps: ['music', 'own:A cat'], goal: 'calm', times: ['evening'] };
  const next = {
    ...funnel,
    version: 'next',
    steps: funnel.steps.map((step): CompiledStep => {
      const { writeIn: _, ...plain } = step;
      if (step.id === 'source') return plain;
      if (!('options' in step) || step.id !== 'helps') return step;
      const options = step.options.map(({ key, ...option }) =>
        key === 'own' ? { ...option, key: 'mine', renamedFrom: ['own'] } : { ...option, key },
      );
      return { ...step, options, writeIn: { key: 'mine', maxLength: 100 } };
    }),
  };
  expect(checkAnswers(next, answers)).toMatchObject({
    ok: true,
    answers: { ...answers, source: 'other', helps: ['music', 'mine:A cat'] },
  });
});

test('diff tells what changed, and that longer words would be lost', () => {
  const shorter = changed('max_length: 60', 'max_length: 20');
  expect(compareFunnels(funnels[0]!, shorter)).toMatchObject({
    changes: [{ kind: 'step', changes: ['option "other", written in: up to 60 characters → up to 20 characters'] }],
    losses: [
      {
        message: 'Visitors who answered “source” with more than 20 characters at “other” would lose that answer.',
      },
    ],
  });
});

test.each<[string, string, string, readonly string[]]>([
  ['', 'advert: {}', 'advert: { max_length: 60 }', ['write_in_misfit']],
  ['', 'advert: {}', 'advert: { write_in: true }', ['write_in_misfit']],
  ['', 'morning: {}', 'morning: { write_in: true }', ['write_in_misfit']],
  ['', 'write_in: true, max_length: 60', 'write_in: true, max_length: 0', ['bad_number']],
  ['', 'write_in: true, max_length: 60', 'write_in: true, max_length: 201', ['bad_number']],
  ['', 'write_in: true, max_length: 60', 'write_in: please, max_length: 60', ['wrong_type']],
  ['', 'type: single_choice\n    options: { friend', 'type: select\n    options: { friend', ['option_misfit']],
  ['', 'type: single_choice\n    options: { friend', 'type: rank\n    options: { friend', ['option_misfit']],
  ['.en', 'own: Something else', 'own: { label: Something else, write_in: What? }', []],
  ['.en', 'music: Music', 'music: { label: Music, write_in: What? }', ['text_misfit']],
  ['.es', 'music: La música', 'music: { label: La música, placeholder: Jazz }', ['text_misfit']],
])('heard-of%s.yaml: %s → %s is told once', (file, from, to, codes) => {
  const told = buildCase('heard-of', (text) => text.replace(from, to), undefined, file).problems;
  expect(
    told.map(({ code }) => code),
    told.map((problem) => formatProblem(problem)).join('\n'),
  ).toEqual(codes);
});
