/**
 * How long a tap takes until the next step is painted, with the script that tells what happens and without it: on a
 * phone's screen, with a processor four times as slow, one visit with and one without in turn. Prints medians and their
 * ratio.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type BrowserContext } from 'playwright';
import { browserArgs } from '../harness/browser-args.ts';
import { run } from '../e2e/processes.ts';
import { median } from './measure.ts';

const visits = 12;
const slowdown = 4;

/** Taps through the quiz's first steps in the page itself; milliseconds from each tap to the paint of what follows. */
async function tapThrough(): Promise<readonly number[]> {
  const times: number[] = [];
  for (let taps = 0; taps < 6; taps += 1) {
    const step = document.querySelector<HTMLElement>('main [data-step]')!;
    const left = step.dataset['step'];
    const control = step.querySelector<HTMLElement>('[data-tap]')!;
    const before = performance.now();
    control.click();
    do {
      await new Promise((resolve) => {
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener('message', resolve);
          port1.start();
          port2.postMessage(null); // comes after the paint
        });
      });
    } while (document.querySelector<HTMLElement>('main [data-step]')?.dataset['step'] === left);
    times.push(performance.now() - before);
    await new Promise((resolve) => setTimeout(resolve, 350)); // what opens has opened, and may be tapped again
  }
  return times;
}

async function visit(context: BrowserContext, isReported: boolean): Promise<readonly number[]> {
  const page = await context.newPage();
  if (!isReported) await page.route('**/assets/start-*.js', (route) => route.abort());
  await page.goto(url);
  await page.locator('html[data-ready]').waitFor({ state: 'attached' });
  await sleep(700);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const times = await page.evaluate(tapThrough);
  await page.close();
  return times;
}

const server = run('tests/e2e/start-server.ts', { PORT: '0', NODE_ENV: 'test' });
const url = `${await server.ready}/daily-emotional-reset`;
const executablePath = process.env['CHROMIUM'];
const browser = await chromium.launch({ args: browserArgs, ...(executablePath && { executablePath }) });
try {
  const times: { reported: number[]; unreported: number[] } = { reported: [], unreported: [] };
  for (let round = 0; round < visits; round += 1) {
    for (const kind of round % 2 ? (['reported', 'unreported'] as const) : (['unreported', 'reported'] as const)) {
      const context = await browser.newContext({ viewport: { width: 360, height: 740 }, reducedMotion: 'reduce' });
      times[kind].push(...(await visit(context, kind === 'reported')));
      await context.close();
    }
  }
  const [reported, unreported] = [median(times.reported), median(times.unreported)];
  console.log(`tap → next step painted, ${times.reported.length} taps each, processor ${slowdown} times as slow`);
  console.log(
    `with events: ${reported.toFixed(1)} ms, without: ${unreported.toFixed(1)} ms, ratio ${(reported / unreported).toFixed(3)}`,
  );
} finally {
  await browser.close();
  await server.kill('SIGTERM');
}
