import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { showToast } from '../../../web/ui/toast.ts';
import { painted } from './show.tsx';

/** The toasts that are not on their way out. What is read out is a copy, so the toasts themselves are hidden from that. */
const staying = () =>
  page
    .getByRole('alertdialog', { includeHidden: true })
    .elements()
    .filter((toast) => !('endingStyle' in toast.dataset));

async function wait(milliseconds: number): Promise<void> {
  vi.advanceTimersByTime(milliseconds);
  await painted();
}

beforeEach(async () => {
  // Wherever another test has left the mouse: a toast under it stays as long as it is there.
  await userEvent.hover(document.documentElement, { position: { x: 0, y: 0 } });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => void vi.useRealTimers());

test('a toast is red and closes after 4 seconds', async () => {
  await showToast('Something went wrong. Please try again.');
  await wait(3999);
  expect(staying()).toHaveLength(1);
  expect(staying()[0]).toHaveTextContent('Something went wrong. Please try again.');
  expect(staying()[0]).toHaveStyle({ backgroundColor: 'rgb(176, 31, 60)' });
  await wait(1);
  expect(staying()).toHaveLength(0);
});

test('a toast is read out at once', async () => {
  await showToast('Wrong response from server');
  await wait(100);
  expect(page.getByRole('alert').element()).toHaveTextContent('Wrong response from server');
  await wait(4000);
});

test('the same message again starts its 4 seconds anew and does not stack', async () => {
  await showToast('No connection');
  await wait(3000);
  await showToast('No connection');
  await wait(3000);
  expect(staying()).toHaveLength(1);
  await wait(1000);
  expect(staying()).toHaveLength(0);
});

test('different messages stand one above the other', async () => {
  await showToast('No connection');
  await showToast('Payment initialization error. Try again later');
  await wait(0);
  const [newer, older] = staying().map((toast) => toast.getBoundingClientRect());
  expect(Math.min(newer!.bottom, older!.bottom)).toBeLessThan(Math.max(newer!.top, older!.top));
  await wait(4000);
});
