import { expect, test, vi } from 'vitest';
import { leaveFor } from '../../../web/pages/cabinet/browser.ts';

const page = new EventTarget();
const assign = vi.fn<(url: string) => void>();
vi.stubGlobal('window', page);
vi.stubGlobal('location', { assign });
vi.useFakeTimers();

test.each<[string, () => unknown]>([
  ['Back has led here again', () => page.dispatchEvent(new Event('pageshow'))],
  ['the page did not get away', () => vi.advanceTimersByTime(10_000)],
])('a member who leaves is away until %s', async (_, stay) => {
  const isHere = vi.fn<() => void>();
  const left = leaveFor('https://stripe.example/pay').then(isHere);
  expect(assign).toHaveBeenLastCalledWith('https://stripe.example/pay');
  await vi.advanceTimersByTimeAsync(9_000);
  expect(isHere).not.toHaveBeenCalled();
  stay();
  await left;
});
