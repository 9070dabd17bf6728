import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { showStep } from './quiz.tsx';
import { analysing, evening, welcome } from './screens.ts';
import { painted } from './show.tsx';
import { stopTimers, timerSet } from './timers.ts';

const heading = page.getByRole('heading', { level: 1 });

describe('a step', () => {
  test('shows how far the quiz is', async () => {
    showStep(evening);
    await expect.element(page.getByText('3/16')).toBeVisible();
    await expect.element(page.getByText('19%')).toBeVisible();
    await expect.element(page.getByRole('progressbar', { name: 'Quiz progress' })).toHaveAttribute('value', '3');
  });

  test('has Back only where there is a way back', async () => {
    const { done, moveTo } = showStep(welcome);
    await expect.element(page.getByRole('button', { name: 'Back' })).not.toBeInTheDocument();
    moveTo(evening);
    await page.getByRole('button', { name: 'Back' }).click();
    expect(done).toEqual([['back']]);
  });

  test('says its place when it comes, not when the page opens', async () => {
    const { moveTo } = showStep(welcome);
    await expect.element(page.getByRole('status')).toHaveTextContent('');
    moveTo(evening);
    await expect.element(heading).toHaveTextContent('How was your evening?');
    await expect.element(page.getByRole('status')).toHaveTextContent('Step 3 of 16');
  });

  test('comes up in the place of another within 150 ms; the first of a page simply stands there', async () => {
    const { moveTo } = showStep(welcome);
    expect(document.getAnimations()).toEqual([]);
    moveTo(evening);
    const [comes] = document.querySelector('section')!.getAnimations(); // before it can be over
    await expect.element(heading).toHaveTextContent('How was your evening?');
    expect(comes?.effect?.getTiming().duration).toBe(150);
    await comes?.finished;
    await expect.element(heading).toBeVisible();
  });

  test('hides the disabled Quick Fill button', () => {
    showStep(evening);
    const button = [...document.querySelectorAll('button')].find((each) => each.textContent === 'Quick Fill');
    expect(button?.hidden).toBe(true);
    expect(button?.disabled).toBe(true);
  });
});

describe('the intro', () => {
  test('says what listeners think, and leads on', async () => {
    const { done } = showStep(welcome);
    await expect.element(page.getByText('5 out of 5 stars, 98% satisfaction')).toBeVisible();
    await expect.element(page.getByText('+326')).toBeVisible();
    const button = page.getByRole('button', { name: 'Continue' });
    expect((button.element() as HTMLElement).dataset['tap']).toBe('next');
    await button.click();
    expect(done).toEqual([['next']]);
  });
});

describe('a loader', () => {
  test('says its lines one after another and goes on by itself', async () => {
    stopTimers();
    const { done } = showStep(analysing);
    await timerSet(4_000);

    vi.advanceTimersByTime(1_999);
    await painted();
    expect(isSaid('Reading your answers')).toBe(true);
    expect(isSaid('Choosing sessions')).toBe(false);
    vi.advanceTimersByTime(1);
    await expect.poll(() => isSaid('Choosing sessions')).toBe(true);
    vi.advanceTimersByTime(1_999);
    expect(done).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(done).toEqual([['next']]);
  });
});

/** Whether screen readers hear it, and not only that it is to come. */
function isSaid(text: string): boolean {
  return page.getByText(text).element().closest('[aria-hidden=true]') === null;
}
