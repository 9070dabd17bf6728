import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Browser, type BrowserContext, type CDPSession, type Page } from 'playwright';
import { browserArgs } from '../../harness/browser-args.ts';

/** How much slower than this machine's a page finds its processor, and its line. */
export interface Profile {
  readonly slowdown: number;
  /** In milliseconds and bytes per second. Null: as fast as it gets. */
  readonly line: { readonly latency: number; readonly down: number; readonly up: number } | null;
}

/** A slow phone on a slow line. */
export const phone: Profile = { slowdown: 4, line: { latency: 150, down: 1_600_000 / 8, up: 750_000 / 8 } };
export const unthrottled: Profile = { slowdown: 1, line: null };

/** Milliseconds from the release of a tap. */
export interface Tap {
  readonly changed: number;
  readonly painted: number;
}

interface Armed {
  readonly x: number;
  readonly y: number;
  /** Whether it is a question that is answered. */
  readonly asks: boolean;
}

/** What `driver.js` puts into a page. */
interface Driver {
  load(): { readonly firstPaint: number | null; readonly blocked: number; readonly layoutShift: number };
  firstTap(): Promise<number>;
  arm(): Armed | null;
  readonly stepped: Promise<Tap>;
}
declare global {
  interface Window {
    bench: Driver;
  }
}

const driver = readFileSync(path.join(import.meta.dirname, 'driver.js'), 'utf8');
const viewport = { width: 360, height: 740 };

export function launch(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM'];
  return chromium.launch({ args: browserArgs, ...(executablePath && { executablePath }) });
}

/** For every page of it from now on. */
export async function addDriver(context: BrowserContext): Promise<void> {
  await context.addInitScript(driver);
}

/** A visitor who comes for the first time; closed when `work` is over. */
export async function withVisitor<T>(browser: Browser, work: (context: BrowserContext) => Promise<T>): Promise<T> {
  const context = await browser.newContext({
    viewport,
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'en-US',
  });
  await addDriver(context);
  try {
    return await work(context);
  } finally {
    await context.close();
  }
}

export interface Tab {
  readonly page: Page;
  readonly session: CDPSession;
  /** Bytes of what has come over the line so far, with headers. */
  readonly bytes: () => number;
  throttle(profile: Profile): Promise<void>;
}

export async function openTab(context: BrowserContext, profile: Profile): Promise<Tab> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await session.send('Network.enable');
  const tab: Tab = {
    page,
    session,
    bytes: () => bytes,
    async throttle({ slowdown, line }) {
      await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
      await session.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: line?.latency ?? 0,
        downloadThroughput: line?.down ?? -1,
        uploadThroughput: line?.up ?? -1,
      });
    },
  };
  await tab.throttle(profile);
  return tab;
}

export interface Load {
  readonly firstPaint: number;
  /** Milliseconds after the first paint in which a tap would have had to wait: of each task, what is beyond 50. */
  readonly blocked: number;
  readonly layoutShift: number;
  /** All that the page asks for by itself. */
  readonly bytes: number;
}

/** An untouched load, until nothing more comes. */
export async function measureLoad({ page, bytes }: Tab, url: string): Promise<Load> {
  await page.goto(url, { waitUntil: 'networkidle' });
  await sleep(500);
  const load = await page.evaluate(() => window.bench.load());
  return { ...load, firstPaint: load.firstPaint ?? Number.NaN, bytes: bytes() };
}

export interface FirstTap {
  /** Milliseconds from the navigation until the second step is painted. */
  readonly responds: number;
  readonly bytes: number;
}

/** Taps as soon as there is anything to tap. */
export async function measureFirstTap({ page, bytes }: Tab, url: string): Promise<FirstTap> {
  await page.goto(url, { waitUntil: 'commit' });
  const responds = await page.evaluate(() => window.bench.firstTap());
  return { responds, bytes: bytes() };
}

/** Longer than the time in which a second tap counts as part of the first. */
const pause = 450;

/** Goes on with a finger, answering the first option of so many questions or to the end; tells of the questions' taps. */
export async function walk({ page, session }: Tab, most = Number.POSITIVE_INFINITY): Promise<readonly Tap[]> {
  const taps: Tap[] = [];
  while (taps.length < most) {
    await sleep(pause);
    const armed = await page.evaluate(() => window.bench.arm());
    if (!armed) break;
    const finger = { x: armed.x, y: armed.y };
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [finger] });
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    const tap = await page.evaluate(() => window.bench.stepped);
    if (armed.asks) taps.push(tap);
  }
  return taps;
}

/** What is in use after a thorough collection, in MB. */
export async function heapOf({ session }: Tab): Promise<number> {
  await session.send('HeapProfiler.enable');
  for (let times = 0; times < 2; times += 1) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / 2 ** 20;
}
