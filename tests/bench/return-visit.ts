/**
 * How soon a quiz is painted and answers its first tap for returning visitors, beside a page written by hand with
 * everything in it, which the browser asks its server about (304): on a phone's screen, with a slow processor and line,
 * in turns. Prints medians and their ratio. The processor of the worker itself can't be slowed down: only the page's
 * is.
 *
 *   node scripts/with-chromium.mjs node --import tsx tests/bench/return-visit.ts [url of a running site]
 */

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium, type BrowserContext } from 'playwright';
import { browserArgs } from '../harness/browser-args.ts';
import { run } from '../e2e/processes.ts';
import type { RunningProcess } from '../harness/processes.ts';
import { median } from './measure.ts';

const rounds = 5;
const profile = { slowdown: 4, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };

/** Milliseconds since the visit began. */
interface Times {
  readonly painted: number;
  readonly answered: number;
}

const byHand = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Quiz</title><style>body{font:18px sans-serif;margin:24px}button{display:block;width:100%;padding:16px}</style>
<main><h1>Question 1</h1><button data-tap>Next</button></main>
<script>let n = 1; document.querySelector('button').onclick = () => {
document.querySelector('h1').textContent = 'Question ' + ++n };</script>`;

/** Taps from the moment there is something to tap until another step is painted. As text: nothing may be added to it. */
const tapAtOnce = `{
  let first;
  requestAnimationFrame(function look() {
    const shown = (what) => [...document.querySelectorAll('main ' + what)].find((each) => each.checkVisibility());
    const heading = shown('h1')?.textContent;
    first ??= heading;
    if (heading !== first) return requestAnimationFrame(() => setTimeout(tell));
    shown('[data-tap]')?.click();
    requestAnimationFrame(look);
  });
  function tell() { document.documentElement.dataset.answered = performance.now(); }
}`;

async function visit(context: BrowserContext, url: string): Promise<Times> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const { slowdown: rate, ...line } = profile;
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, ...line });
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  await page.addInitScript({ content: tapAtOnce });
  await page.goto(url, { waitUntil: 'commit' });
  const answered = await page.locator('html[data-answered]').getAttribute('data-answered');
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  const painted = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]!.startTime);
  const times = { painted, answered: Number(answered) };
  await page.close();
  return times;
}

/** A visit as any other, which stays until the worker has kept all that it keeps. */
async function visitFirst(context: BrowserContext, url: string, hasWorker: boolean): Promise<void> {
  const page = await context.newPage();
  await page.goto(url);
  if (hasWorker) await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.close();
}

async function startSite(): Promise<RunningProcess> {
  const started = run('tests/e2e/start-server.ts', { PORT: '0', NODE_ENV: 'test' });
  await started.ready;
  return started;
}

const hand = createServer((request, response) => {
  const etag = '"1"';
  const isKnown = request.headers['if-none-match'] === etag;
  response.writeHead(isKnown ? 304 : 200, { 'Content-Type': 'text/html', 'Cache-Control': 'no-cache', ETag: etag });
  response.end(isKnown ? undefined : byHand);
}).listen(0, '127.0.0.1');
await once(hand, 'listening');
const [given] = process.argv.slice(2);
const site = given === undefined ? await startSite() : undefined;
const urls = {
  ours: given ?? `${await site!.ready}/daily-emotional-reset`,
  'by hand': `http://127.0.0.1:${(hand.address() as AddressInfo).port}/`,
};
const executablePath = process.env['CHROMIUM'];
const browser = await chromium.launch({ args: browserArgs, ...(executablePath && { executablePath }) });
try {
  const found: Record<string, { first: Times[]; again: Times[] }> = {};
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, url] of round % 2 ? Object.entries(urls) : Object.entries(urls).toReversed()) {
      const times = (found[name] ??= { first: [], again: [] });
      const options = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };
      const stranger = await browser.newContext(options);
      times.first.push(await visit(stranger, url));
      await stranger.close();
      const known = await browser.newContext(options);
      await visitFirst(known, url, name === 'ours');
      times.again.push(await visit(known, url));
      await known.close();
    }
  }
  for (const which of ['first', 'again'] as const) {
    for (const figure of ['painted', 'answered'] as const) {
      const of = (name: string) => median(found[name]![which].map((times) => times[figure]));
      const [ours, floor] = [of('ours'), of('by hand')];
      console.log(
        `${which}, ${figure}: ${ours.toFixed(0)} ms, by hand ${floor.toFixed(0)} ms, ratio ${(ours / floor).toFixed(2)}`,
      );
    }
  }
} finally {
  await browser.close();
  hand.close();
  hand.closeAllConnections();
  await site?.kill('SIGTERM');
}
