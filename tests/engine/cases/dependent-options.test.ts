import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { exampleOutcomes } from '../../../engine/author/prove/describe-visits.ts';
import { anyAccepted } from '../../../engine/author/steps/accepted-answers.ts';
import { tallyVisits, simulateVisits } from '../../../engine/author/simulate/simulate-visits.ts';
import type { Answer, Answers, FunnelData } from '../../../engine/model.ts';
import { formatProblem } from '../../../engine/problem.ts';
import { experimentsMet } from '../../../engine/replay/exposure.ts';
import { checkAnswers } from '../../../engine/run/answers.ts';
import { begin } from '../../../engine/run/journey.ts';
import { createFunnelMachine } from '../../../engine/run/machine.ts';
import { resumeVisit } from '../../../engine/run/resume-visit.ts';
import { saveVisit } from '../../../engine/run/save-visit.ts';
import { toScreen } from '../../../engine/run/screen.ts';
import type { ScreenOf } from '../../../engine/run/steps/rules.ts';
import { distinctFirstSteps, firstStepOf } from '../../../scripts/build/first-screens.ts';
import { buildFunnel, compare, literal } from '../run/build-funnel.ts';
import { runs } from '../author/runs.ts';
import { buildCase, visitsOf } from './case.ts';

const { funnels, problems, warnings } = buildCase('product-finder');
const { funnel, words } = funnels[0]!;
const data: FunnelData = { funnel, words: words['en']! };
const machine = createFunnelMachine(funnel);

/** What is offered at each question to a visitor with these answers. */
function offered({ place, sounds = [], device, budget }: Answers): Readonly<Record<string, readonly string[]>> {
  const isIn = (...places: string[]) => places.includes(String(place));
  const isFilled = pointsOf(sounds) >= 3;
  return {
    place: ['bedroom', 'train', 'garden'],
    sounds: some({
      rain: true,
      waves: true,
      fan: isIn('bedroom'),
      birds: isIn('bedroom', 'garden'),
      quiet: isIn('bedroom', 'train'),
    }),
    favourite: count(sounds) > 1 ? [sounds].flat().map(String) : [],
    device: some({ headphones: true, speaker: isIn('bedroom', 'garden'), pillow: isIn('bedroom') && isFilled }),
    budget: ['small', 'large'],
    extras: some({ case: true, charger: device !== 'headphones', cable: budget === 'large' }),
    gift: ['yes', 'no'],
  };
}

function some(keys: Readonly<Record<string, boolean>>): readonly string[] {
  return Object.keys(keys).filter((key) => keys[key]);
}

function count(answer: Answer): number {
  return [answer].flat().length;
}

function pointsOf(sounds: Answer): number {
  const points: Readonly<Record<string, number>> = { rain: 1, waves: 1, fan: 2, birds: 3 };
  return [sounds].flat().reduce<number>((sum, key) => sum + (points[key] ?? 0), 0);
}

/** What these answers come to; nothing where no visitor can have given them. */
function outcomeOf(answers: Answers): string | undefined {
  const there = offered(answers);
  for (const [field, answer] of Object.entries(answers))
    if (![answer].flat().every((key) => there[field]!.includes(String(key)))) return undefined;
  const { sounds, favourite, device, extras = [] } = answers;
  if ((favourite !== undefined) !== count(sounds!) > 1) return undefined;
  if (device === 'pillow') return 'pillow';
  if (favourite === 'birds' && device === 'speaker') return 'nature';
  return [extras].flat().includes('cable') && pointsOf(sounds!) >= 2 ? 'full' : 'plain';
}

/** A visit to where it is after these answers; a group takes those of its fields. */
function visit(...answers: Answer[]) {
  const actor = createActor(machine, { input: {} }).start();
  actor.send({ type: 'NEXT' });
  for (const value of answers) actor.send({ type: 'ANSWER', value });
  return actor;
}
const screenOf = (actor: ReturnType<typeof visit>) => toScreen(data, actor.getSnapshot())!;
const optionsOf = (actor: ReturnType<typeof visit>) => {
  const screen = screenOf(actor);
  return 'options' in screen ? screen.options.map(({ key }) => key) : [];
};

test('a funnel whose options depend on answers has no problem, and all of it is decided', () => {
  expect([...problems, ...warnings].map((problem) => formatProblem(problem))).toEqual([]);
  expect([...exampleOutcomes(funnel).keys()].toSorted()).toEqual(['full', 'nature', 'pillow', 'plain']);
});

test('visitors by chance, who go back too, choose what the model offers, and the server reads the same of them', () => {
  const visits = visitsOf(funnels[0]!, runs(200));
  for (const { answers, outcome, reported } of visits) {
    expect(outcome).toBe(outcomeOf(answers));
    expect(reported).toBe(outcome);
    expect(checkAnswers(funnel, answers)).toMatchObject({ ok: true, outcome });
  }
  expect(new Set(visits.map(({ outcome }) => outcome)).size).toBe(4);
});

test('the server takes of all answers those that the model offers', () => {
  const sets: Answers[] = [
    { sounds: ['rain'] },
    { sounds: ['fan'] },
    { sounds: ['birds', 'waves'], favourite: 'birds' },
    { sounds: ['rain', 'waves'], favourite: 'fan' },
    { sounds: ['quiet'] },
  ];
  for (const place of ['bedroom', 'train', 'garden'])
    for (const sounds of sets)
      for (const device of ['headphones', 'speaker', 'pillow'])
        for (const extras of ['case', 'charger', 'cable']) {
          const order = device === 'pillow' ? {} : { budget: 'small', extras: [extras], gift: 'no' };
          const answers: Answers = { place, ...sounds, device, ...order };
          const outcome = outcomeOf(answers);
          const [field] = Object.entries(offered(answers)).find(([name, keys]) =>
            [answers[name] ?? []].flat().some((key) => !keys.includes(String(key))),
          ) ?? [''];
          expect(checkAnswers(funnel, answers), JSON.stringify(answers)).toMatchObject(
            outcome === undefined
              ? { ok: false, problems: [{ field, code: 'unknown_option' }] }
              : { ok: true, outcome },
          );
        }
});

test('a screen has the options that are offered, and says how many of them may be chosen', () => {
  expect(optionsOf(visit('train'))).toEqual(['rain', 'waves', 'quiet']);
  expect(optionsOf(visit('garden'))).toEqual(['rain', 'waves', 'birds']);
  expect(screenOf(visit('train'))).toMatchObject({ choose: { min: 1, max: 3 } });
  expect(optionsOf(visit('bedroom', ['rain', 'fan']))).toEqual(['rain', 'fan']); // carried on
  expect(optionsOf(visit('bedroom', ['rain', 'fan'], 'fan'))).toEqual(['headphones', 'speaker', 'pillow']);
  expect(optionsOf(visit('bedroom', ['rain']))).toEqual(['headphones', 'speaker']);
});

test('what is not offered is not taken', () => {
  const actor = visit('train', ['birds']);
  expect(actor.getSnapshot().value).toBe('sounds');
  actor.send({ type: 'ANSWER', value: ['rain'] });
  expect(actor.getSnapshot().value).toBe('device');
});

test('after Back and another answer only what is still offered stands there, and counts only once it is taken', () => {
  const actor = visit('bedroom', ['rain', 'fan', 'birds'], 'fan', 'speaker');
  for (let times = 0; times < 4; times += 1) actor.send({ type: 'BACK' });
  actor.send({ type: 'ANSWER', value: 'train' });
  expect(screenOf(actor)).toMatchObject({ stepId: 'sounds', answer: ['rain'] });
  actor.send({ type: 'NEXT' });
  expect(actor.getSnapshot().value).toBe('sounds'); // the answer as it was can't be given here
  expect(resumeVisit(machine, funnel, saveVisit(funnel, actor.getSnapshot())).value).toBe('sounds');
  actor.send({ type: 'ANSWER', value: ['rain'] });
  expect(screenOf(actor)).toMatchObject({ stepId: 'device', answer: undefined });
  expect(actor.getSnapshot().context.journey.trail.totals).toMatchObject({ score: 1, nature: 0 });
});

test('a visit that was saved with what is not offered is taken up where it can be answered again', () => {
  const saved = { ...saveVisit(funnel, visit('train', ['rain'], 'headphones').getSnapshot()), at: 'order' };
  expect(resumeVisit(machine, funnel, saved).value).toBe('order');
  const other = { ...saved, answers: { ...saved.answers, sounds: ['rain', 'birds'] } };
  expect(resumeVisit(machine, funnel, other).value).toBe('sounds');
});

test('in a group options depend on the fields above, and an answer is sent without those that are gone', () => {
  const actor = visit('bedroom', ['rain'], 'speaker');
  const group = screenOf(actor) as ScreenOf<'group'>;
  const asked = (answers: Answers) => group.ask(answers).find(({ field }) => field === 'extras')!;
  const keys = (answers: Answers) =>
    (asked(answers).screen as ScreenOf<'multiple_choice'>).options.map(({ key }) => key);
  expect(keys({ budget: 'small' })).toEqual(['case', 'charger']);
  expect(keys({ budget: 'large' })).toEqual(['case', 'charger', 'cable']);
  expect(asked({ budget: 'small', extras: ['case', 'cable'] })).toMatchObject({ answer: ['case'], problem: null });
  expect(asked({ budget: 'small', extras: ['cable'] })).toMatchObject({ answer: [], problem: null });
});

test('simulated visitors choose among what is offered as often as any other', () => {
  const visits = [...simulateVisits(funnel, { visitors: 2_000, seed: 'a', stay: 1 })];
  expect(tallyVisits(funnel, visits).finished).toBe(2_000);
  const onTrain = visits.filter(({ answers }) => answers['place'] === 'train');
  const quiet = onTrain.filter(({ answers }) => String(answers['sounds']) === 'quiet').length / onTrain.length;
  expect(quiet).toBeCloseTo(1 / 4, 1); // or rain, or waves, or both
});

const byVariant = buildFunnel({
  experiments: [{ name: 'trial', variants: ['closed', 'open'].map((name) => ({ name, weight: 1 })) }],
  conditions: { open: compare({ kind: 'variant', experiment: 'trial' }, '==', literal('open')) },
  steps: [{ id: 'place', type: 'single_choice', options: ['garden', 'train'], offeredIf: { garden: 'open' } }],
});

test('where the variant decides what is offered, the visit has met the experiment, and a page has both first screens', () => {
  const journey = begin(byVariant, { variants: { trial: 'closed' } });
  expect(experimentsMet(byVariant, journey)).toEqual(['trial']);
  expect(distinctFirstSteps(firstStepOf(byVariant))).toEqual(
    new Map([
      ['place closed', { trial: 'closed' }],
      ['place open', { trial: 'open' }],
    ]),
  );
});

test('an example of a visit is answered with what is offered', () => {
  expect(anyAccepted(byVariant, begin(byVariant, { variants: { trial: 'closed' } }))).toBe('train');
  expect(anyAccepted(byVariant, begin(byVariant, { variants: { trial: 'open' } }))).toBe('garden');
});

test.each([
  ['place == "bedroom" }', 'place == "bedrom" }', ['unknown_option']],
  ['place == "bedroom" }', 'plaza == "bedroom" }', ['unknown_name']],
  ['place == "bedroom" }', 'place }', ['not_a_condition']],
  ['place == "bedroom" }', 'sounds has "rain" }', ['option_reads_itself']],
  ['place == "bedroom" }', 'score > 1 }', ['option_reads_itself']],
  ['place == "bedroom" }', 'device == "speaker" }', ['answer_missing']],
  ['headphones: {}', 'headphones: { show_if: place == "bedroom" }', ['nothing_to_choose']],
  ['headphones: {}', 'headphones: { show_if: place == "train" and place == "garden" }', ['nothing_to_choose']],
  ['speaker: { show_if: place != "train" }', 'speaker: { show_if: score > 9 }', ['option_unreachable']],
  ['choose: { min: 1, max: 3 }', 'choose: { min: 3, max: 3 }', []],
  ['place == "bedroom" and score >= 3', 'place == "bedroom" and score >= 30', ['option_unreachable']],
  ['large: {} }', 'large: { show_if: gift == "yes" } }', ['answer_missing']],
])('%s → %s', (from, to, codes) => {
  const { problems: told } = buildCase('product-finder', (text) => text.replace(from, to));
  expect(
    told.map((problem) => problem.code),
    told.map((problem) => formatProblem(problem)).join('\n'),
  ).toEqual(codes);
});
