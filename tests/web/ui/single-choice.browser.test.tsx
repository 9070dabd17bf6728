import { describe, expect, test } from 'vitest';
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
    await expect.element(page.getByRole('heading')).toHaveFocus();
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
});
