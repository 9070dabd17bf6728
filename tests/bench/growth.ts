/**
 * How quizzes grow: 16 to 10,000 single-choice steps as YAML, built by the build of the site and served, beside the page
 * written by hand with as many in it. Nothing is slowed down; both count from the navigation, with what they fetch and
 * read. Repetitions take turns; medians. Exits with 1 where a goal is missed.
 *
 *   npm run bench -- growth [--sizes 16,100,1000,10000 --reps 5]
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright';
import type { FunnelData } from '../../engine/model.ts';
import { startApi } from '../harness/processes.ts';
import { demand } from '../proofs/report.ts';
import { median } from '../proofs/statistics.ts';
import { quizOf, type Quiz } from './page/quiz.ts';
import { serveFloor } from './page/serve-floor.ts';
import { heapOf, launch, measureFirstTap, openTab, unthrottled, walk, withVisitor } from './page/visit.ts';
import { quizFiles } from './quiz-text.ts';

const { values } = parseArgs({
  options: { sizes: { type: 'string', default: '16,100,1000,10000' }, reps: { type: 'string', default: '5' } },
});
const sizes = values.sizes.split(',').map(Number);
const maxSlowdown = 2;
const taps = 10;

interface Built {
  readonly siteDirectory: string;
  readonly seconds: number;
  /** Kilobytes, compressed. */
  readonly page: number;
  readonly data: number;
  readonly quiz: Quiz;
}

/** Of the file as it is sent. */
function kilobytesOf(file: string): number {
  return statSync(`${file}.br`).size / 1000;
}

/** Builds the site of one funnel. */
function build(folder: string, size: number): Built {
  const [funnels, siteDirectory] = [path.join(folder, 'funnels'), path.join(folder, 'site')];
  mkdirSync(funnels, { recursive: true });
  for (const { name, text } of quizFiles(size, 'plain')) writeFileSync(path.join(funnels, path.basename(name)), text);
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/build.ts'], {
    encoding: 'utf8',
    env: { ...process.env, FUNNELS_DIR: funnels, SITE_DIR: siteDirectory },
  });
  if (status !== 0) throw new Error(`The quiz of ${size} steps was not built:\n${stdout}${stderr}`);
  const seconds = (performance.now() - started) / 1000;
  const assets = path.join(siteDirectory, 'assets');
  const data = path.join(
    assets,
    readdirSync(assets).find((name) => /^bench\.en-.*\.json$/.test(name))!,
  );
  return {
    siteDirectory,
    seconds,
    page: kilobytesOf(path.join(siteDirectory, 'pages/bench.en.html')),
    data: kilobytesOf(data),
    quiz: quizOf(JSON.parse(readFileSync(data, 'utf8')) as FunnelData),
  };
}

interface Samples {
  readonly responds: number[];
  readonly taps: number[];
  readonly heap: number[];
}

async function measure(browser: Browser, samples: Samples, url: string): Promise<void> {
  await withVisitor(browser, async (context) => {
    const tab = await openTab(context, unthrottled);
    samples.responds.push((await measureFirstTap(tab, url)).responds);
    samples.taps.push(...(await walk(tab, taps)).map(({ painted }) => painted));
    samples.heap.push(await heapOf(tab));
  });
}

async function compare(size: number, folder: string) {
  const built = build(folder, size);
  const floor = await serveFloor(built.quiz);
  const api = await startApi({ DATA_DIR: path.join(folder, 'data'), SITE_DIR: built.siteDirectory });
  const byHand: Samples = { responds: [], taps: [], heap: [] };
  const ours: Samples = { responds: [], taps: [], heap: [] };
  for (let repetition = 0; repetition < Number(values.reps); repetition += 1) {
    const browser = await launch();
    await withVisitor(browser, async (context) => (await context.newPage()).goto(floor.url)); // warms up
    const turns = [() => measure(browser, byHand, floor.url), () => measure(browser, ours, `${api.url}/bench`)];
    for (const turn of repetition % 2 ? turns.toReversed() : turns) await turn();
    await browser.close();
  }
  floor.close();
  await api.kill('SIGTERM');
  return { built, byHand, ours };
}

const folder = mkdtempSync(path.join(tmpdir(), 'bench-growth-'));
const rows: Record<string, number>[] = [];
try {
  for (const size of sizes) {
    const { built, byHand, ours } = await compare(size, path.join(folder, String(size)));
    rows.push({
      steps: size,
      'build, s': round(built.seconds),
      'page, kB br': round(built.page),
      'data, kB br': round(built.data),
      'first tap, ms: by hand': round(median(byHand.responds)),
      ours: round(median(ours.responds)),
      'tap, ms: by hand': round(median(byHand.taps)),
      'ours ': round(median(ours.taps)),
      'slowest ': round(Math.max(...ours.taps)),
      'heap, MB: by hand': round(median(byHand.heap)),
      'ours  ': round(median(ours.heap)),
    });
    const ratio = median(ours.responds) / median(byHand.responds);
    demand(
      `${size} steps: the first tap within ${maxSlowdown} times the page written by hand`,
      ratio <= maxSlowdown,
      ratio.toFixed(2),
    );
  }
} finally {
  rmSync(folder, { recursive: true });
}
console.table(rows);

function round(value: number): number {
  return Number(value.toPrecision(3));
}
