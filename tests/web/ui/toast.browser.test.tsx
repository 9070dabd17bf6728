import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { showToast } from '../../../web/ui/toast.ts';
import { painted } from './show.tsx';
import { stopTimers } from './timers.ts';

/** The toasts that are not on their way out. What is read out is a copy, so the toasts themselves are hidden from that. */
const staying = () =>
  page
    .getByRole('alertdialog', { includeHidden: true })
    .elements()
    .filter((toast) => !('endingStyle' in toast.dataset));

beforeEach(async () => {
  // Wherever another test has left the mouse: a toast under it stays as long as it is there.
  await userEvent.hover(document.documentElement, { position: { x: 0, y: 0 } });
  stopTimers();
});
afterEach(async () => {
  vi.advanceTimersByTime(4_000);
  await expect.poll(staying).toEqual([]);
});

test('a toast is red and closes after 4 seconds', async () => {
  await showToast('Something went wrong. Please try again.');
  await expect.poll(staying).toHaveLength(1);
  expect(staying()[0]).toHaveTextContent('Something went wrong. Please try again.');
  expect(staying()[0]).toHaveStyle({ backgroundColor: 'rgb(176, 31, 60)' });
  vi.advanceTimersByTime(3_999);
  await painted();
  expect(staying()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  await expect.poll(staying).toEqual([]);
});

test('a toast is read out at once', async () => {
  await showToast('Wrong response from server');
  await expect.element(page.getByRole('alert')).toHaveTextContent('Wrong response from server');
});

test('the same message again starts its 4 seconds again and does not stack', async () => {
  await showToast('No connection');
  vi.advanceTimersByTime(3_000);
  await showToast('No connection');
  vi.advanceTimersByTime(3_000);
  await painted();
  expect(staying()).toHaveLength(1);
  vi.advanceTimersByTime(1_000);
  await expect.poll(staying).toEqual([]);
});

test('different messages stand one above the other', async () => {
  await showToast('No connection');
  await showToast('Payment initialization error. Try again later');
  await expect.poll(areApart).toBe(true);
});

/** Whether there are two, and neither covers any of the other. */
function areApart(): boolean {
  const [newer, older] = staying().map((toast) => toast.getBoundingClientRect());
  return !!newer && !!older && Math.min(newer.bottom, older.bottom) < Math.max(newer.top, older.top);
}
