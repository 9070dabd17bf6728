import { describe, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { showStep } from './quiz.tsx';
import { ease, evening, hours } from './screens.ts';

const row = (name: string) => page.getByRole('radio', { name });

describe('a single choice', () => {
  test('is answered by one tap', async () => {
    const { done } = showStep(evening);
    await row('Busy').click();
    expect(done).toEqual([['answer', 'busy']]);
  });

  test('is one stop of the Tab key, at the answer given before', async () => {
    showStep({ ...evening, answer: 'late' });
    await page.getByRole('button', { name: 'Back' }).click();
    await userEvent.keyboard('{Tab}');
    await expect.element(row('Late')).toHaveFocus();
    await expect.element(row('Late')).toHaveAttribute('aria-checked', 'true');
    await userEvent.keyboard('{Tab}');
    await expect.element(row('Late')).not.toHaveFocus();
    await expect.element(row('Calm')).not.toHaveFocus();
  });

  test('moves with the arrows from end to end and chooses nothing by that', async () => {
    const { done } = showStep(evening);
    (row('Calm').element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowUp}');
    await expect.element(row('Late')).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{ArrowRight}');
    await expect.element(row('Busy')).toHaveFocus();
    await userEvent.keyboard('{Home}');
    await expect.element(row('Calm')).toHaveFocus();
    await userEvent.keyboard('{End}');
    await expect.element(row('Late')).toHaveFocus();
    expect(done).toEqual([]);
  });

  test.each(['{Enter}', ' '])('is answered by the key "%s" on the row with the focus', async (key) => {
    const { done } = showStep(evening);
    (row('Calm').element() as HTMLElement).focus();
    await userEvent.keyboard(`{ArrowDown}${key}`);
    expect(done).toEqual([['answer', 'busy']]);
  });

  test('is answered by a digit, wherever the focus is on the step', async () => {
    const { done, moveTo } = showStep(hours);
    moveTo(evening);
    (page.getByRole('heading').element() as HTMLElement).focus();
    await userEvent.keyboard('3');
    (document.activeElement as HTMLElement).blur();
    await userEvent.keyboard('1');
    expect(done).toEqual([
      ['answer', 'late'],
      ['answer', 'calm'],
    ]);
  });

  test('leaves digits alone that have no row, that come with Ctrl, or that are typed elsewhere', async () => {
    const { done } = showStep(evening);
    const elsewhere = document.body.appendChild(document.createElement('input'));
    await userEvent.keyboard('4');
    await userEvent.keyboard('{Control>}1{/Control}');
    elsewhere.focus();
    await userEvent.keyboard('1');
    elsewhere.remove();
    expect(done).toEqual([]);
  });

  test('takes no answer while something is waited for', async () => {
    const { done } = showStep(evening, { pending: true });
    (row('Calm').element() as HTMLElement).click();
    await userEvent.keyboard('1');
    expect(done).toEqual([]);
  });

  test('carries what the recorder of early taps needs', () => {
    showStep(evening);
    const element = row('Busy').element() as HTMLElement;
    expect(element.dataset).toMatchObject({ tap: 'answer', value: 'busy' });
    expect(element.closest<HTMLElement>('[data-step]')?.dataset['step']).toBe('evening');
  });
});

const boxes = () =>
  page
    .getByRole('radio')
    .elements()
    .map((point) => point.getBoundingClientRect());
const placesIn = (side: 'x' | 'y') => new Set(boxes().map((box) => Math.round(box[side]))).size;
const below = () =>
  [...document.querySelectorAll('p')].find(({ textContent }) => textContent === 'Not at allCompletely')!;

describe('a scale', () => {
  test('is answered by one tap, and names its ends', async () => {
    const { done } = showStep(ease);
    await page.getByRole('radio', { name: '5, Completely' }).click();
    expect(done).toEqual([['answer', 5]]);
  });

  test('is answered by its digits', async () => {
    const { done } = showStep(ease);
    await userEvent.keyboard('2');
    await userEvent.keyboard('7');
    expect(done).toEqual([['answer', 2]]);
  });

  test.each([
    [280, 100, 5, 'row'], // of a screen of 320 px
    [280, 100, 7, 'column'],
    [320, 100, 7, 'row'], // of a screen of 360 px
    [320, 100, 11, 'column'],
    [544, 100, 11, 'row'],
    [280, 200, 5, 'column'],
    [320, 200, 7, 'column'],
    [1088, 200, 11, 'row'],
  ] as const)(
    'in a room of %i px, with letters at %i %%, shows %i points in a %s, with room for a finger',
    async (room, letters, count, form) => {
      await page.viewport(room, 800);
      document.documentElement.style.fontSize = `${letters}%`;
      onTestFinished(() => void document.documentElement.style.removeProperty('font-size'));
      showStep({ ...ease, min: 0, max: count - 1 });
      const across = form === 'row' ? count : 1;
      expect([placesIn('x'), placesIn('y')]).toEqual([across, count + 1 - across]);
      for (const box of boxes()) expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(43.5);
      expect(document.documentElement.scrollWidth).toBe(room);
      // Its ends say what they mean below the row, or in the column beside them.
      expect(getComputedStyle(below()).display).toBe(form === 'row' ? 'flex' : 'none');
      const [first, last] = [page.getByRole('radio').first(), page.getByRole('radio').last()].map(
        (point) => point.element() as HTMLElement,
      );
      expect(first!.innerText.includes('Not at all')).toBe(form === 'column');
      expect(last!.innerText.includes('Completely')).toBe(form === 'column');
    },
  );
});
