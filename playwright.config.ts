import { defineConfig } from '@playwright/test';
import type { EngineOptions } from './tests/e2e/engine-page.ts';
import { notInFirefox } from './tests/e2e/not-in-firefox.ts';
import { browserArgs } from './tests/harness/browser-args.ts';

/** As scripts/with-engines.mjs has found it. */
const firefox = process.env['FIREFOX'];
const executablePath = process.env['CHROMIUM'];
/** These walk in both languages: in English on a wide screen, in Spanish on a phone. */
const walks = 'account-changes|favourites|listening-ending|payment-(?:portal|promotion)';

/** Journeys through the built site: in Chromium on a phone and on a desktop, and some of them in every engine. */
export default defineConfig<object, EngineOptions>({
  testDir: 'tests/e2e',
  fullyParallel: true,
  workers: 4,
  forbidOnly: Boolean(process.env['CI']),
  // What is kept of the stages becomes the table of docs/reference/browsers.md.
  reporter: [['list'], ...(process.env['PLAYWRIGHT_BLOB_OUTPUT_FILE'] ? [['blob'] as const] : [])],
  // A busy machine fails no test, not even one that builds a site first.
  timeout: 900_000,
  expect: { timeout: 60_000 },
  use: {
    baseURL: process.env['JOURNEYS_URL'],
    launchOptions: { args: browserArgs, ...(executablePath && { executablePath }) },
    serviceWorkers: 'block', // it would answer what tests take over; the test of it allows it
    // It takes as long as all the rest; `npm test -- e2e --trace=retain-on-failure` shows what happened.
    trace: 'off',
    actionTimeout: 120_000, // what can't be clicked says so before the test's own time is up
  },
  projects: [
    // To animate costs as much as to compute: the desktop shows it, and here the tests that ask for it.
    {
      name: 'phone',
      use: {
        viewport: { width: 360, height: 740 },
        hasTouch: true,
        isMobile: true,
        contextOptions: { reducedMotion: 'reduce' },
      },
      testIgnore: /e2e.(?:keyboard|engines)/,
      grepInvert: new RegExp(`(?:${walks}).* in en$`),
    },
    // Rules and languages are the same on a wide screen: there it is enough to walk through.
    {
      name: 'desktop',
      use: { viewport: { width: 1280, height: 800 } },
      testMatch: new RegExp(`e2e.(?:journey|keyboard|${walks})`),
      grepInvert: / in es$|sections? \d|Back|reload|language|refuses|\/(?!daily)\S+ leads to results/,
    },
    ...(['firefox', 'webkitgtk', 'wpe'] as const).map((engine) => ({
      name: engine,
      testMatch: /e2e.engines/,
      use: { engine },
    })),
    {
      name: 'firefox-journeys',
      testIgnore: /e2e.engines/,
      grepInvert: [...notInFirefox],
      use: {
        browserName: 'firefox',
        channel: 'moz-firefox',
        viewport: { width: 390, height: 844 }, // it has no `isMobile`
        serviceWorkers: 'allow',
        launchOptions: {
          firefoxUserPrefs: { 'ui.prefersReducedMotion': 1 },
          ...(firefox && { executablePath: firefox }),
        },
      },
    },
  ],
  webServer: {
    command: 'node --import tsx tests/e2e/start-server.ts',
    env: { PORT: '0', NODE_ENV: 'test' },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    // On any free port, so that two clones can test at once; Playwright sets JOURNEYS_URL to what the name stands for.
    wait: { stdout: /is ready: (?<journeys_url>http:\S+)/ },
    timeout: 600_000,
  },
});
