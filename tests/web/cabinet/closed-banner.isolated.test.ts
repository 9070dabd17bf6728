import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubTabStorage } from '../session/browser.ts';

beforeEach(() => stubTabStorage());
afterEach(() => vi.unstubAllGlobals());

/** The module as a page that has just been loaded in this tab has it. */
async function loadPage() {
  vi.resetModules();
  return import('../../../web/pages/cabinet/layout/closed-banner.ts');
}

test('section 2: a dismissed banner stays away for the visit, a reload included', async () => {
  (await loadPage()).saveBannerClosed('ana');
  expect((await loadPage()).isBannerClosed('ana')).toBe(true);
});

test('it is there for somebody else who logs in, and in another visit', async () => {
  (await loadPage()).saveBannerClosed('ana');
  expect((await loadPage()).isBannerClosed('ben')).toBe(false);
  stubTabStorage();
  expect((await loadPage()).isBannerClosed('ana')).toBe(false);
});
