import { expect, onTestFinished, test, vi } from 'vitest';
import { pageLocale } from '../../../web/session/cookies.ts';
import { onPageLocale } from '../../../web/session/page-locale.ts';

test('a listener is called after each change of the language on the screen, until it stops', async () => {
  const seen: string[] = [];
  const others = vi.fn();
  onTestFinished(onPageLocale(others));
  const stop = onPageLocale(() => seen.push(pageLocale()));
  document.documentElement.lang = 'es';
  await expect.poll(() => seen).toEqual(['es']);
  stop();
  document.documentElement.lang = 'en-US';
  await expect.poll(() => others).toHaveBeenCalledTimes(2);
  expect(seen).toEqual(['es']);
});
