/**
 * A landing page of the built site beside the same quiz on a page written by hand, on a slow phone: first paint, first
 * tap, each tap's next step, the second visit, layout shift and bytes. Repetitions take turns; medians and their ratios.
 * Exits with 1 where a goal is missed.
 *
 *   npm run bench -- page [--reps 5]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright';
import { realFunnel } from '../engine/author/real-funnels.ts';
import { startApi } from '../harness/processes.ts';
import { demand, quantile } from '../proofs/report.ts';
import { median } from '../proofs/statistics.ts';
import { quizOf } from './page/quiz.ts';
import { serveFloor } from './page/serve-floor.ts';
import {
  heapOf,
  launch,
  measureFirstTap,
  measureLoad,
  openTab,
  phone,
  unthrottled,
  walk,
  withVisitor,
} from './page/visit.ts';

const { values } = parseArgs({ options: { reps: { type: 'string', default: '5' } } });
/** Times the page written by hand. */
const maxRatios = { 'first paint, ms': 1.3, 'first tap responds, ms': 1.2, 'tap to painted, ms': 1.2 };
/** Milliseconds, or so many times the page written by hand, whichever is more. */
const onReturn = { milliseconds: 300, ratio: 1.1 };
const maxBlocked = 50;

/** All samples of one contestant, by figure. */
type Samples = Record<string, number[]>;

/** For what is fetched when the page is idle, so that the next visit has it. */
const settle = 3_000;

async function measure(browser: Browser, url: string, samples: Samples): Promise<void> {
  const add = (figure: string, ...found: readonly number[]) => (samples[figure] ??= []).push(...found);
  await withVisitor(browser, async (context) => {
    const first = await openTab(context, phone);
    const load = await measureLoad(first, url);
    add('first paint, ms', load.firstPaint);
    add('blocked after the first paint, ms', load.blocked);
    add('layout shift', load.layoutShift);
    add('all bytes of the first page, kB', load.bytes / 1000);
    await sleep(settle);
    await first.page.close();
    const again = await measureLoad(await openTab(context, phone), url);
    add('return visit: first paint, ms', again.firstPaint);
    add('return visit: first tap responds, ms', (await measureFirstTap(await openTab(context, phone), url)).responds);
  });
  await withVisitor(browser, async (context) => {
    const tab = await openTab(context, phone);
    const { responds, bytes } = await measureFirstTap(tab, url);
    add('first tap responds, ms', responds);
    add('bytes until then, kB', bytes / 1000);
    await tab.throttle({ ...unthrottled, slowdown: phone.slowdown });
    await sleep(settle);
    const taps = await walk(tab);
    add('tap to changed, ms', ...taps.map(({ changed }) => changed));
    add('tap to painted, ms', ...taps.map(({ painted }) => painted));
    add('heap at the finish, MB', await heapOf(tab));
  });
}

const { funnel, words } = realFunnel('daily-emotional-reset');
const floor = await serveFloor(quizOf({ funnel, words: words['en']! }));
const dataDirectory = mkdtempSync(path.join(tmpdir(), 'bench-data-'));
const api = await startApi({ DATA_DIR: dataDirectory });
const contestants = [
  { url: floor.url, samples: {} as Samples },
  { url: `${api.url}${funnel.path}`, samples: {} as Samples },
] as const;
try {
  for (let repetition = 0; repetition < Number(values.reps); repetition += 1) {
    const browser = await launch();
    await withVisitor(browser, async (context) => (await context.newPage()).goto(floor.url)); // warms up
    for (const { url, samples } of repetition % 2 ? contestants.toReversed() : contestants)
      await measure(browser, url, samples);
    await browser.close();
    console.error(`repetition ${repetition + 1} of ${values.reps} done`);
  }
} finally {
  floor.close();
  await api.kill('SIGTERM');
  rmSync(dataDirectory, { recursive: true });
}

const [byHand, ours] = contestants.map(({ samples }) => samples) as [Samples, Samples];
const kinds = { median, p95: (samples: readonly number[]) => quantile(samples, 0.95) };
const table = Object.keys(ours).flatMap((figure) =>
  (figure.startsWith('tap') ? (['median', 'p95'] as const) : (['median'] as const)).map((kind) => {
    const [floor, own] = [kinds[kind](byHand[figure]!), kinds[kind](ours[figure]!)];
    return {
      figure: `${figure}${kind === 'p95' ? ' (p95)' : ''}`,
      floor: round(floor),
      ours: round(own),
      ratio: round(own / floor),
    };
  }),
);
console.log(`\n${funnel.path} beside the page written by hand; slow phone, medians of ${values.reps} repetitions\n`);
console.table(table);

for (const [figure, maxRatio] of Object.entries(maxRatios)) {
  for (const [kind, quantileOf] of Object.entries(figure.startsWith('tap') ? kinds : { median })) {
    const ratio = quantileOf(ours[figure]!) / quantileOf(byHand[figure]!);
    demand(
      `${figure.split(',')[0]}, ${kind}, within ${maxRatio} times the page written by hand`,
      ratio <= maxRatio,
      ratio.toFixed(2),
    );
  }
}
for (const figure of ['return visit: first paint, ms', 'return visit: first tap responds, ms']) {
  const found = median(ours[figure]!);
  const most = Math.max(onReturn.milliseconds, onReturn.ratio * median(byHand[figure]!));
  demand(`${figure.split(',')[0]} within ${most.toFixed(0)} ms`, found <= most, `${found.toFixed(0)} ms`);
}
const blocked = median(ours['blocked after the first paint, ms']!);
demand(`tasks after the first paint block at most ${maxBlocked} ms`, blocked <= maxBlocked, `${blocked.toFixed(0)} ms`);
const shift = Math.max(...ours['layout shift']!);
demand('nothing shifts', shift === 0, String(shift));

function round(value: number): number {
  return Number(value.toPrecision(3));
}
