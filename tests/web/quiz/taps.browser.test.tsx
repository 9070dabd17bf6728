import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { newVisit, type Visit } from '../../../web/quiz/visit.ts';
import { QuizPage } from '../../../web/quiz/QuizPage.tsx';
import { readVisit } from '../../../web/storage.ts';
import { buildFunnel, withWords } from '../../engine/run/build-funnel.ts';
import { show } from '../ui/show.tsx';

const fields = ['one', 'two', 'three'];
const options = ['calm', 'joy'];
const steps = fields.map((field) => ({ id: field, type: 'single_choice' as const, field, options }));
const data = withWords(buildFunnel({ steps: [...steps, { id: 'note', type: 'info' }] }));

/** A task of its own, at whose end React has changed the page. */
const tap = async (nth: number) => document.querySelectorAll<HTMLElement>('[role=radio]')[nth]!.click();
const press = async (key: string) =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
const stepOnScreen = () => document.querySelector<HTMLElement>('[data-step]')!.dataset['step'];
const stepInHistory = () => (history.state as { step?: number } | null)?.step;
const answersStored = () => (readVisit(data.funnel.id) as { answers?: object } | null)?.answers;

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

test('a tap is in the visit and the history at once; storage and the focus follow the paint of the next step', async () => {
  const answersWhenPainted = new Promise((resolve) => requestAnimationFrame(() => resolve(answersStored())));
  await tap(1);
  expect(visit.actor.getSnapshot().value).toBe('two');
  expect(stepOnScreen()).toBe('two');
  expect(stepInHistory()).toBe(2);
  expect(document.activeElement).toBe(document.body);
  expect(await answersWhenPainted).toBeUndefined();
  await expect.poll(answersStored).toEqual({ one: 'joy' });
  expect(document.activeElement).toBe(document.querySelector('h1'));
});

test.each(['pointerdown', 'keydown', 'visibilitychange', 'pagehide'])(
  'they follow before a %s is heard',
  async (type) => {
    await tap(1);
    const stored = vi.fn(() => answersStored());
    addEventListener(type, stored, { once: true, capture: true });
    window.dispatchEvent(new Event(type));
    expect(stored).toHaveReturnedWith({ one: 'joy' });
    expect(document.activeElement).toBe(document.querySelector('h1'));
  },
);

test('an option is seen to be chosen from when it is pressed, unless the press becomes a scroll', async () => {
  const option = document.querySelectorAll<HTMLElement>('[role=radio]')[1]!;
  const colour = () => getComputedStyle(option).borderTopColor;
  const plain = colour();
  const point = async (type: string) =>
    option.dispatchEvent(new PointerEvent(type, { bubbles: true, isPrimary: true, pointerType: 'touch' }));
  await point('pointerdown');
  expect(colour()).not.toBe(plain);
  await point('pointercancel');
  expect(colour()).toBe(plain);
});

test('each tap counts where one comes right after the other, and each step has its entry in the history', async () => {
  const push = vi.spyOn(history, 'pushState'); // browsers count no more than 50 entries
  await tap(0);
  await tap(1);
  await expect.poll(stepInHistory).toBe(3);
  expect(visit.actor.getSnapshot().value).toBe('three');
  expect(visit.taken.map(({ step, event }) => [step, event])).toEqual([
    [0, { type: 'ANSWER', value: 'calm' }],
    [1, { type: 'ANSWER', value: 'joy' }],
  ]);
  expect(push).toHaveBeenCalledTimes(2);
  push.mockRestore();
});

test("the browser's Back right after a tap leads to the step that was left", async () => {
  await tap(0);
  await expect.poll(answersStored).toEqual({ one: 'calm' });
  await tap(1);
  expect(stepOnScreen()).toBe('three');
  const wentBack = new Promise((heard) => addEventListener('popstate', heard, { once: true }));
  history.back();
  await wentBack;
  await expect.poll(stepOnScreen).toBe('two');
  expect(stepInHistory()).toBe(2);
});

test('a digit chooses on the step that is shown alone', async () => {
  await press('2');
  await press('1');
  await expect.poll(() => visit.actor.getSnapshot().value).toBe('three');
  expect(visit.taken.map(({ event }) => event)).toEqual([
    { type: 'ANSWER', value: 'joy' },
    { type: 'ANSWER', value: 'calm' },
  ]);
});
