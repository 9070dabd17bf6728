import { expect, type Request, test as base, type Page } from '@playwright/test';
import type { ApiProblemCode } from '../../schemas/api/problem.ts';
import { withResolvers } from '../harness/with-resolvers.ts';

/** Keeps the page's own scripts away until they are let through; what stands in the page itself runs. */
export async function holdScripts(page: Page): Promise<() => void> {
  const { promise: held, resolve: release } = withResolvers();
  await page.route(/assets\/.*\.js/, async (route) => {
    await held;
    await route.continue().catch(() => undefined); // the page is gone meanwhile
  });
  return release;
}

/**
 * Opens a page whose own scripts are kept away, as by `holdScripts`; the one that stands in it listens from then on, and
 * has set its timers.
 */
export async function openHeld(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'commit' });
  await untilListening(page);
}

/** Of a page whose own scripts are kept away: all that stands in it is there, and its script listens. */
export function untilListening(page: Page): Promise<void> {
  return page.locator('#waiting[class=""]').waitFor({ state: 'attached' });
}

/** Resolves when a page that does this has fetched the file of this name, and all other files that it has asked for. */
export async function fetched(page: Page, name: string, act: () => Promise<unknown>): Promise<void> {
  const [asked, arrived] = [new Set<string>(), new Set<string>()];
  const [ask, arrive] = [noteIn(asked), noteIn(arrived)];
  page.on('request', ask).on('requestfinished', arrive);
  await act();
  const missing = () =>
    [`/assets/${name}-`, ...asked].filter((part) => ![...arrived].some((url) => url.includes(part)));
  await expect.poll(missing).toEqual([]);
  page.off('request', ask).off('requestfinished', arrive);
}

const noteIn = (files: Set<string>) => (request: Request) => {
  if (request.url().includes('/assets/')) files.add(request.url());
};

/** An answer of the API that says why it refuses, for `route.fulfill`. */
export function problem(status: number, detail: string, code: ApiProblemCode = 'internal') {
  return { status, contentType: 'application/problem+json', body: JSON.stringify({ status, detail, code }) };
}

/** Tests in which pages may ask for something just as they end: what answers in the server's stead is quiet then. */
export const test = base.extend({
  context: async ({ context }, provide) => {
    await provide(context);
    for (const each of [context, ...context.pages()]) await each.unrouteAll({ behavior: 'ignoreErrors' });
  },
});
