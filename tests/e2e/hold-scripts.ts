import type { Page } from '@playwright/test';
import { withResolvers } from './with-resolvers.ts';

/** Keeps the page's own scripts away until they are let through; what stands in the page itself runs. */
export async function holdScripts(page: Page): Promise<() => void> {
  const { promise: held, resolve: release } = withResolvers();
  await page.route(/assets\/.*\.js/, async (route) => {
    await held;
    await route.continue().catch(() => undefined); // the page is gone meanwhile
  });
  return release;
}
