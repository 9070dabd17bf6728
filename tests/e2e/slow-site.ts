import { expect, test, type Page } from '@playwright/test';
import { mkdtempSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFreePort } from '../../scripts/postgres/free-port.ts';
import { withResolvers } from '../harness/with-resolvers.ts';
import { run } from './processes.ts';
import { serveSlowly } from './served-sites.ts';

/** A site of the funnels of a folder, served to the tests of this file as over a slow line. */
export async function slowSiteOf(writeFunnels: () => string) {
  const port = await findFreePort();
  const siteDir = path.join(mkdtempSync(path.join(tmpdir(), 'site-')), 'site');
  let scripts = withResolvers();
  let server: Server | undefined;
  test.beforeAll(async () => {
    const built = run('scripts/build.ts', { FUNNELS_DIR: writeFunnels(), SITE_DIR: siteDir });
    expect(await built.exited, built.errors).toBe(0);
    server = serveSlowly(siteDir, { port, scripts: () => scripts.promise });
  });
  test.beforeEach(() => {
    scripts = withResolvers();
  });
  test.afterAll(() => {
    server?.closeAllConnections();
    server?.close();
  });
  /** `sendScripts`: until it is called, a test's pages wait for their scripts. */
  return { url: `http://127.0.0.1:${port}`, sendScripts: () => scripts.resolve() };
}

/** What the frames that were painted so far showed. */
export interface Seen {
  /** The ids of their steps. */
  readonly steps: readonly string[];
  readonly headings: readonly string[];
  /** How far things moved. */
  readonly shift: number;
}

/** Watches every page that is opened from now on. */
export async function watchFrames(page: Page): Promise<() => Promise<Seen>> {
  await page.addInitScript(() => {
    const seen = { steps: new Set<string>(), headings: new Set<string>(), shift: 0 };
    const look = () => {
      const step = document.querySelector<HTMLElement>('main [data-step]');
      if (step) seen.steps.add(step.dataset['step']!);
      const heading = step?.querySelector('h1')?.textContent;
      if (heading) seen.headings.add(heading);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number }[]) seen.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
    (window as unknown as { seen: () => Seen }).seen = () => ({
      steps: [...seen.steps],
      headings: [...seen.headings],
      shift: seen.shift,
    });
  });
  return () => page.evaluate(() => (window as unknown as { seen: () => Seen }).seen());
}
