import { expect, test, type Page } from '@playwright/test';
import { mkdtempSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pickVariant } from '../../engine/run/variants.ts';
import { findFreePort } from '../../scripts/postgres/free-port.ts';
import { firstScreenFunnel } from './funnels-of-tests.ts';
import { run } from './processes.ts';
import { serveSlowly } from './served-sites.ts';
import { failOnErrors } from './visitor.ts';
import { withResolvers } from '../harness/with-resolvers.ts';

test.describe.configure({ mode: 'serial' });

const port = await findFreePort();
const url = `http://127.0.0.1:${port}/first-light`;
const siteDir = path.join(mkdtempSync(path.join(tmpdir(), 'site-')), 'site');
const opening = {
  name: 'opening',
  variants: [
    { name: 'plain', weight: 2 },
    { name: 'doctors', weight: 1 },
    { name: 'question', weight: 1 },
  ],
};
const firstSteps: Readonly<Record<string, string>> = {
  plain: 'plain_intro',
  doctors: 'doctors_intro',
  question: 'wake',
};

let scripts = withResolvers();
let server: Server;

test.beforeAll(async () => {
  const built = run('scripts/build.ts', { FUNNELS_DIR: firstScreenFunnel(), SITE_DIR: siteDir });
  expect(await built.exited, built.errors).toBe(0);
  server = serveSlowly(siteDir, { port, scripts: () => scripts.promise });
});
test.beforeEach(() => {
  scripts = withResolvers();
});
test.afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** A seed that gets this variant. */
function seedOf(variant: string): string {
  for (let number = 0; ; number++) {
    if (pickVariant('first-light', opening, `visitor ${number}`) === variant) return `visitor ${number}`;
  }
}

/** By chance the browser would give these, one after the other, for names that get these variants. */
function chancesOf(...variants: readonly string[]): number[] {
  return variants.map((variant) => {
    for (let chance = 0; ; chance++) {
      const name = [chance, chance, chance, chance].join('-');
      if (pickVariant('first-light', opening, name) === variant) return chance;
    }
  });
}

/** What each painted frame showed, and how far things moved. */
interface Seen {
  readonly steps: readonly (string | null)[];
  readonly shift: number;
}

async function watch(page: Page): Promise<() => Promise<Seen>> {
  await page.addInitScript(() => {
    const seen = { steps: new Set<string | null>(), shift: 0 };
    const look = () => {
      seen.steps.add(document.querySelector('main [data-step]')?.getAttribute('data-step') ?? null);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number }[]) seen.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
    (window as unknown as { seen: () => Seen }).seen = () => ({ steps: [...seen.steps], shift: seen.shift });
  });
  return () => page.evaluate(() => (window as unknown as { seen: () => Seen }).seen());
}

/** Every frame with a step in it, of which a busy machine paints the first one late, has had this one in its place. */
async function expectOnly(step: string, seen: () => Promise<Seen>): Promise<void> {
  await expect.poll(async () => (await seen()).steps.filter((each) => each !== null)).toEqual([step]);
  expect((await seen()).shift).toBeLessThan(0.01);
}

/** Taps, lets the page's own script come, and waits until it has played the tap. */
async function goOn(page: Page, step: string): Promise<void> {
  const isQuestion = step === 'wake';
  await (isQuestion ? page.getByRole('radio').first() : page.getByRole('button', { name: 'Continue' })).click();
  scripts.resolve();
  await expect(page.locator('main [data-step]')).toHaveAttribute('data-step', isQuestion ? 'last' : 'wake');
}

for (const [variant, step] of Object.entries(firstSteps)) {
  test(`a visitor with the variant “${variant}” sees its first screen from the first paint on`, async ({ page }) => {
    const errors = failOnErrors(page);
    const seen = await watch(page);
    await page.addInitScript((seed) => localStorage.setItem('visitorSeed', JSON.stringify(seed)), seedOf(variant));
    await page.goto(url, { waitUntil: 'commit' });
    await page.locator('#site').waitFor({ state: 'attached' });

    await expectOnly(step, seen);
    await goOn(page, step);
    expect(errors).toEqual([]);
  });
}

test('a new visitor’s name is made before the first paint; where storage is off it is kept as long as the page stays', async ({
  page,
}) => {
  const errors = failOnErrors(page);
  const seen = await watch(page);
  await page.addInitScript(
    (chances) => {
      Object.defineProperty(window, 'localStorage', { get: () => undefined });
      crypto.getRandomValues = <T>(array: T): T => (array as Uint32Array).fill(chances.shift() ?? 0) as T;
    },
    chancesOf('doctors', 'question'),
  );
  await page.goto(url, { waitUntil: 'commit' });
  await page.locator('#site').waitFor({ state: 'attached' });
  const heading = await page.locator('main h1:visible').elementHandle();
  scripts.resolve();
  await expect(page.locator('html[data-ready]')).toHaveCount(1);

  expect(await heading.evaluate((node) => node.isConnected), 'the HTML is taken over as it stands').toBe(true);
  await expectOnly('doctors_intro', seen);
  expect(errors).toEqual([]);
});
