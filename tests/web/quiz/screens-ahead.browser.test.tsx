import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { loadFields } from '../../../web/quiz/fields/index.ts';
import { newVisit, type Visit } from '../../../web/quiz/visit.ts';
import { QuizPage } from '../../../web/quiz/QuizPage.tsx';
import { buildFunnel, withWords } from '../../engine/run/build-funnel.ts';
import { show } from '../ui/show.tsx';

const fields = ['one', 'two', 'three'];
const options = ['calm', 'joy'];
const steps = fields.map((field) => ({ id: field, type: 'single_choice' as const, field, options }));
const data = withWords(
  buildFunnel({ steps: [...steps, { id: 'note', type: 'info' }, { id: 'wait', type: 'loader', seconds: 1 }] }),
);

const at = (place: string) =>
  [...document.querySelectorAll<HTMLElement>(`[data-at=${place}]`)].map((step) => step.getAttribute('aria-labelledby'));
const seen = () =>
  [...document.querySelectorAll('h1')].filter((heading) => heading.checkVisibility({ visibilityProperty: true }));
const tap = (nth: number) => document.querySelectorAll<HTMLElement>('[data-at=shown] [data-tap=answer]')[nth]!.click();
const isAt = (step: string) => expect(seen().map(({ id }) => id)).toEqual([expect.stringMatching(`:${step}$`)]);
const ready = (step: string) => expect.poll(() => at('ahead')).toEqual([expect.stringMatching(`:${step}$`)]);
const stepInHistory = () => (history.state as { step?: number } | null)?.step;

let visit: Visit;

beforeEach(() => {
  localStorage.clear();
  history.replaceState(null, '');
  visit = newVisit(data, {});
  show(
    <MemoryRouter>
      <QuizPage data={data} visit={visit} />
    </MemoryRouter>,
  );
});

test('the step that follows stands ready, and nobody sees or reaches it', async () => {
  await ready('two');
  isAt('one');
  const next = document.querySelector<HTMLElement>('[data-at=ahead] button')!;
  next.focus();
  expect(document.activeElement).not.toBe(next);
});

test('a tap shows it at once; the funnel, history, storage and the focus follow, before the next input', async () => {
  await ready('two');
  tap(1);
  isAt('two');
  expect(visit.actor.getSnapshot().value).toBe('one');
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift' }));
  expect(visit.actor.getSnapshot().value).toBe('two');
  expect(stepInHistory()).toBe(2);
  expect(document.activeElement).toBe(seen()[0]);
  expect(localStorage.getItem(`visit:${data.funnel.id}`)).toContain('"joy"');
});

test('without another input they follow the paint, and what was left goes when the next step is ready', async () => {
  await ready('two');
  tap(0);
  await expect.poll(() => visit.actor.getSnapshot().value).toBe('two');
  await ready('three');
  expect(at('left')).toEqual([]);
});

test('an option is seen to be chosen from when it is pressed, unless the press becomes a scroll', () => {
  const option = document.querySelectorAll<HTMLElement>('[data-at=shown] [role=radio]')[1]!;
  const colour = () => getComputedStyle(option).borderTopColor;
  const plain = colour();
  const press = (type: string) =>
    option.dispatchEvent(new PointerEvent(type, { bubbles: true, isPrimary: true, pointerType: 'touch' }));
  press('pointerdown');
  expect(colour()).not.toBe(plain);
  press('pointercancel');
  expect(colour()).toBe(plain);
  press('pointerdown');
  tap(1);
  expect(option.hasAttribute('data-tapped')).toBe(true);
});

test('each tap counts where one comes right after the other', async () => {
  await ready('two');
  tap(0);
  tap(1);
  await expect.poll(() => visit.actor.getSnapshot().value).toBe('three');
  expect(JSON.stringify(visit.taken.map(({ step, event }) => [step, event]))).toBe(
    JSON.stringify([
      [0, { type: 'ANSWER', value: 'calm' }],
      [1, { type: 'ANSWER', value: 'joy' }],
    ]),
  );
});

test('a digit chooses on the step that is seen alone', async () => {
  await ready('two');
  for (const key of ['2', '1'])
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  await expect.poll(() => visit.actor.getSnapshot().value).toBe('three');
  expect(visit.taken.map(({ event }) => event)).toEqual([
    { type: 'ANSWER', value: 'joy' },
    { type: 'ANSWER', value: 'calm' },
  ]);
});

test('a loader stands ready too, and counts its time from when it is shown', async () => {
  await loadFields(['info', 'loader']); // else it comes a moment later
  await ready('two');
  tap(0);
  await ready('three');
  tap(0);
  await ready('note');
  tap(0);
  await ready('wait');
  await new Promise((passed) => setTimeout(passed, 1_300));
  isAt('note'); // which the end of a loader would lead on from
  document.querySelector<HTMLElement>('[data-at=shown] [data-tap]')!.click();
  isAt('wait');
  const shownAt = performance.now();
  await expect.poll(() => visit.actor.getSnapshot().status, { timeout: 4_000 }).toBe('done');
  expect(performance.now() - shownAt).toBeGreaterThan(900);
});
