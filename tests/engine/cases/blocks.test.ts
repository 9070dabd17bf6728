import { expect, test } from 'vitest';
import { confirmVisit } from '../../../api/visits/confirm-visit.ts';
import { compareFunnels } from '../../../engine/author/diff/compare-funnels.ts';
import { exampleOutcomes } from '../../../engine/author/prove/describe-visits.ts';
import { simulateVisits } from '../../../engine/author/simulate/simulate-visits.ts';
import type { Answers, CompiledFunnel } from '../../../engine/model.ts';
import { formatProblem } from '../../../engine/problem.ts';
import { decodeVisit, encodeVisit, replayVisit } from '../../../engine/replay/visit-log.ts';
import { blocksInOrder } from '../../../engine/run/blocks.ts';
import { stepsPassed } from '../../../engine/run/journey.ts';
import { createFunnelMachine, type FunnelSnapshot, take } from '../../../engine/run/machine.ts';
import { resumeVisit } from '../../../engine/run/resume-visit.ts';
import { saveVisit } from '../../../engine/run/save-visit.ts';
import { toScreen } from '../../../engine/run/screen.ts';
import { simulateLogs } from '../../events/simulated/simulate-logs.ts';
import { runs } from '../author/runs.ts';
import { buildCase, visitsOf } from './case.ts';

const { funnels, problems, warnings } = buildCase('blocks');
const { funnel, words } = funnels[0]!;

/** The right outcome, worked out without the engine and without an order. */
function expected({ who, screen, coffee, school, shared, room, alarm = [], light }: Answers): string {
  const score =
    Number(who === 'child') + 2 * Number(screen === 'often') + Number(school === 'far') + Number(shared === 'two');
  const drinks = Number(coffee === 'late') + Number([alarm].flat().includes('phone'));
  if (Number(light ?? 0) >= 4) return 'bright';
  if (score >= 4 && drinks >= 1) return 'strained';
  return Number(room ?? 0) > 22 ? 'warm' : 'calm';
}

/** The steps that a visitor with this seed sees, if nothing is left out, without the fields of groups. */
const orderOf = (seed: string, of: CompiledFunnel = funnel) =>
  blocksInOrder(of, seed).steps.flatMap(({ id, inGroup }) => (inGroup ? [] : [id]));

const seeds = Array.from({ length: runs(600) }, (_, number) => `visitor ${number}`);

test('blocks of steps have no problem, and all of it is decided', () => {
  expect([...problems, ...warnings].map((problem) => formatProblem(problem))).toEqual([]);
  expect([...exampleOutcomes(funnel).keys()].toSorted()).toEqual(['bright', 'calm', 'strained', 'warm']);
});

test('visitors by chance, who go back too, come to the right outcome, and the server reads the same of them', () => {
  for (const { answers, outcome, reported } of visitsOf(funnels[0]!, 1000))
    expect({ outcome, reported }).toEqual({ outcome: expected(answers), reported: expected(answers) });
});

test('each order of a block is as likely as any other, and nothing leaves its block or its group', () => {
  const counts = new Map<string, number>();
  const firsts = new Map<string, number>();
  for (const seed of seeds) {
    const order = orderOf(seed);
    expect([order.slice(0, 2), order.slice(2, 7).toSorted(), order.slice(7, 9).toSorted(), order.slice(9)]).toEqual([
      ['welcome', 'who'],
      ['bed', 'coffee', 'fact', 'school', 'screen'],
      ['alarm', 'light'],
      ['wait'],
    ]);
    counts.set(order[7]!, (counts.get(order[7]!) ?? 0) + 1);
    firsts.set(order[2]!, (firsts.get(order[2]!) ?? 0) + 1);
    expect(orderOf(seed)).toEqual(order);
    const ids = blocksInOrder(funnel, seed).steps.map(({ id }) => id);
    expect(ids.slice(ids.indexOf('bed'), ids.indexOf('bed') + 4)).toEqual(['bed', 'shared', 'snores', 'room']);
  }
  for (const count of counts.values()) expect(count / seeds.length).toBeCloseTo(1 / 2, 0.9);
  for (const count of firsts.values()) expect(Math.abs(count / seeds.length - 1 / 5)).toBeLessThan(0.07);
  expect(firsts.size).toBe(5);
});

test('a step that is added leaves the others in their order', () => {
  const added = buildCase('blocks', (text) =>
    text.replace('      - { id: fact,', '      - { id: more, type: info }\n      - { id: fact,'),
  );
  expect(added.problems.map(({ code }) => code)).toContain('text_missing'); // it has no words yet
  const steps = funnel.steps.flatMap((step) => (step.id === 'fact' ? [{ ...step, id: 'more' }, step] : [step]));
  for (const seed of seeds.slice(0, 50))
    expect(orderOf(seed, { ...funnel, steps }).filter((id) => id !== 'more')).toEqual(orderOf(seed));
});

/** The steps of a visit that answers the first thing throughout, with what its screens say of how far it is. */
function visitWith(seed: string) {
  const own = blocksInOrder(funnel, seed);
  const machine = createFunnelMachine(own);
  const data = { funnel: own, words: words['en']! };
  const answers: Record<string, string | number | readonly string[]> = {
    who: 'child',
    screen: 'often',
    coffee: 'late',
    school: 'far',
    shared: 'two',
    snores: 'no',
    room: 20,
    alarm: ['phone'],
    light: 2,
  };
  let [snapshot] = replayVisit(own, { input: { seed }, events: [] }) as [FunnelSnapshot];
  const all = [snapshot];
  const events = [];
  while (snapshot.status === 'active') {
    const answer = answers[snapshot.value];
    const event = answer === undefined ? ({ type: 'NEXT' } as const) : ({ type: 'ANSWER', value: answer } as const);
    events.push(event);
    all.push((snapshot = take(machine, snapshot, event)!));
  }
  const screens = all.flatMap((each) => toScreen(data, each) ?? []);
  return { own, machine, all, events, screens };
}

test('the percentage never falls and ends with 100, Back goes through the same order, and a reload keeps it', () => {
  for (const seed of seeds.slice(0, 40)) {
    const { own, machine, all, screens } = visitWith(seed);
    const percents = screens.map(({ progress }) => progress.percent);
    expect(percents).toEqual(percents.toSorted((one, other) => one - other));
    expect(percents.at(-1)).toBe(100);
    const passed = stepsPassed(own, all.at(-1)!.context.journey).map(({ id }) => id);
    expect(passed.filter((id) => orderOf(seed).includes(id))).toEqual(
      orderOf(seed).filter((id) => id !== 'fact'), // a parent doesn't see it
    );
    const middle = all[6]!;
    expect(resumeVisit(machine, own, saveVisit(own, middle), { seed }).value).toBe(middle.value);
    const screensSeen = all.filter(({ value }) => orderOf(seed).includes(value));
    for (const [at, from] of screensSeen.entries())
      if (at > 0) expect(take(machine, from, { type: 'BACK' })!.value).toBe(screensSeen[at - 1]!.value);
  }
});

test('a log is replayed in the order of its visitor, also out of a link', () => {
  for (const seed of seeds.slice(0, 20)) {
    const { all, events } = visitWith(seed);
    const log = { funnel: funnel.id, version: funnel.version, input: { seed }, events };
    const decoded = decodeVisit(encodeVisit(log));
    expect(decoded.ok && replayVisit(funnel, decoded.log).map(({ value }) => value)).toEqual(
      all.map(({ value }) => value),
    );
  }
});

test('a visit that a limit cuts short in the middle of a block is confirmed, whatever had come by then', () => {
  const limits = new Set<string>();
  for (const seed of seeds.slice(0, 40)) {
    const { own, all } = visitWith(seed);
    for (const stepsLimit of [2, 3, 4]) {
      const at = all.find(({ context }) => context.journey.counter === stepsLimit)!;
      const { answers } = saveVisit(own, at);
      const confirmed = confirmVisit({
        funnel,
        visit: { funnel: funnel.id, version: funnel.version, answers, input: { stepsLimit } },
      });
      expect(confirmed).toMatchObject({ kind: 'accepted', visit: { answers, outcome: expected(answers) } });
      limits.add(Object.keys(answers).toSorted().join());
    }
  }
  expect(limits.size).toBeGreaterThan(8);
});

test('simulated visitors see the steps in orders of their own', () => {
  const visits = [...simulateVisits(funnel, { visitors: 200, seed: 'a', stay: 1 })];
  const orders = new Set(
    visits.map(({ steps }) => steps.filter((id) => ['screen', 'coffee', 'bed'].includes(id)).join()),
  );
  expect(orders.size).toBe(7); // or none of them
  const logs = [...simulateLogs(funnel, { visits: 50, seed: 'b', stay: 1, back: 0, from: 0, to: 1e9 })];
  for (const { seed, steps } of logs)
    expect(orderOf(seed).filter((id) => steps.includes(id))).toEqual(steps.filter((id) => orderOf(seed).includes(id)));
});

test('a diff says which steps have come into a block', () => {
  const block = /  - block: morning[^]*?(?= {2}- \{ id: wait)/;
  const { funnels: before } = buildCase('blocks', (text) =>
    text.replace(block, (written) => written.split('\n').slice(3).join('\n').replaceAll(/^ {6}/gm, '  ')),
  );
  const changes = JSON.stringify(compareFunnels(before[0]!, funnels[0]!));
  expect(changes).toContain('in the block');
});

test.each([
  ['show_if: who == "child"', 'show_if: screen == "often"', ['block_order']],
  ['show_if: score >= 2', 'show_if: drinks >= 2', ['block_order']],
  ['show_if: who == "me"', 'show_if: room > 20', ['block_order']],
  ['that: room != 13', 'that: room != 13 or coffee == "late"', ['block_order']],
  ['options: { none: {},', 'next: wait, options: { none: {},', ['block_order']],
  ['often: { score: 2 }', 'often: { score: 2, next: wait }', ['block_order']],
  ['next: wait', 'next: coffee', ['block_order']],
  ['next: wait', 'next: light', ['block_order']],
  ['block: morning', 'block: evening', ['block_order']],
  ['welcome, type: intro', 'welcome, type: info, show_if: score == 0', []],
  ['never: {}, often: { score: 2 }', 'never: { score: 1000.3 }, often: { score: -1000.2 }', ['block_order']],
  ['shuffle: true', 'shuffle: false', ['unknown_value']],
  ['block: morning\n    shuffle: true', 'block: morning', ['key_missing']],
  ['block: morning', 'block: Morning', ['bad_name']],
  ['id: coffee, type: single_choice', 'id: coffee, type: single_chioce', ['unknown_step_type']],
])('%s → %s is %j', (from, to, codes) => {
  const { problems: told } = buildCase('blocks', (text) => text.replace(from, to));
  expect(
    told.map(({ code }) => code),
    told.map((problem) => formatProblem(problem)).join('\n'),
  ).toEqual(codes);
});

test.each([
  ['{{who}}, that is.', '{{coffee}}, that is.', ['recall_too_early']],
  ['How far is school?', '"How far is school? {{screen}}"', ['block_order', 'recall_differs']],
  ['How far is school?', '"How far is school? {{drinks}}"', ['block_order', 'recall_differs']],
])('in the words, %s → %s is %j', (from, to, codes) => {
  const { problems: told } = buildCase('blocks', (text) => text.replace(from, to), undefined, '.en');
  expect(told.map(({ code }) => code)).toEqual(codes);
});

test('nobody begins in a block', () => {
  const { problems: told } = buildCase('blocks', (text) =>
    text
      .replace('{ id: welcome, type: intro }', '{ id: welcome, type: intro, show_if: query.from == "a" }')
      .replace('{ id: who,', '{ id: who, show_if: query.from != "a",')
      .replace('goals:', 'hidden_fields: [from]\ngoals:'),
  );
  expect(told.map((problem) => formatProblem(problem).split('  ')[0])).toEqual(['tests/cases/blocks.yaml:11:12']);
});

test('what can still follow never grows along a block, whatever the steps say that not all see', () => {
  const rising = funnel.steps.map((step, at) => (step.block === undefined ? step : { ...step, most: at }));
  for (const seed of seeds.slice(0, 10)) {
    const inBlock = blocksInOrder({ ...funnel, steps: rising }, seed).steps.filter(({ block }) => block === 'evening');
    const most = inBlock.map((step) => step.most);
    expect(most).toEqual(most.toSorted((one, other) => other - one));
  }
});

test('a step for each option stands outside blocks', () => {
  const { problems: told } = buildCase('blocks', (text) =>
    text.replace('id: light, type', 'for_each: alarm, id: light, type'),
  );
  const [problem, ...others] = told.filter(({ code }) => code === 'block_order');
  expect(problem!.message).toContain('none of them stands in a block');
  expect(others).toEqual([]);
});
