/**
 * Lighthouse as a phone on the landing page of every quiz, and on the results of a finished visit. Prints all scores and
 * every audit that costs some. Lighthouse is no part of the project: npx fetches it. Exits with 1 where a score is below
 * 100.
 *
 *   npm run bench -- lighthouse
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright';
import { browserArgs } from '../harness/browser-args.ts';
import { realFunnels } from '../engine/author/real-funnels.ts';
import { startApi } from '../harness/processes.ts';
import { addDriver, openTab, unthrottled, walk } from './page/visit.ts';

const lighthouse = 'lighthouse@13.5.0';

/** What of Lighthouse's report is read. A score is from 0 to 1; null where there is nothing to judge. */
interface Report {
  readonly categories: Readonly<Record<string, Category>>;
  readonly audits: Readonly<Record<string, Audit>>;
}
interface Category {
  readonly score: number | null;
  readonly auditRefs: readonly { readonly id: string; readonly weight: number }[];
}
interface Audit {
  readonly score: number | null;
  readonly title: string;
  readonly displayValue?: string;
}

const chromiumPath = process.env['CHROMIUM'] ?? chromium.executablePath();
const folder = mkdtempSync(path.join(tmpdir(), 'bench-lighthouse-'));
const profile = path.join(folder, 'profile');

/** Leaves a finished visit of the quiz at this address in the profile. */
async function finishVisit(url: string): Promise<void> {
  const context = await chromium.launchPersistentContext(profile, { executablePath: chromiumPath, args: browserArgs });
  await addDriver(context);
  const tab = await openTab(context, unthrottled);
  await tab.page.goto(url);
  await tab.page.locator('html[data-ready]').waitFor({ state: 'attached' });
  await walk(tab);
  await tab.page.waitForURL('**/results');
  await context.close();
}

/** The report on a page as this profile sees it. */
function judge(url: string): Report {
  const file = path.join(folder, 'report.json');
  const flags = ['--headless=new', ...browserArgs, `--user-data-dir=${profile}`].join(' ');
  const args = [url, '--quiet', '--output=json', `--output-path=${file}`, `--chrome-flags=${flags}`];
  const { status, stderr } = spawnSync('npx', ['--yes', lighthouse, ...args, '--disable-storage-reset'], {
    encoding: 'utf8',
    env: { ...process.env, CHROME_PATH: chromiumPath },
  });
  if (status !== 0) throw new Error(`Lighthouse did not judge ${url}:\n${stderr}`);
  return JSON.parse(readFileSync(file, 'utf8')) as Report;
}

function inPercent(score: number | null): number {
  return Math.round((score ?? Number.NaN) * 100);
}

/** What costs some of a category's score. */
function lacking({ categories, audits }: Report): string[] {
  const counted = Object.values(categories).flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0));
  return counted
    .map(({ id }) => ({ id, ...audits[id]! }))
    .filter(({ score }) => score !== null && score < 1)
    .map(({ id, score, title, displayValue = '' }) => `  ${inPercent(score)} ${id}: ${title} ${displayValue}`);
}

function print(url: string): void {
  const report = judge(url);
  const scores = Object.entries(report.categories).map(([name, { score }]) => [name, inPercent(score)] as const);
  console.log(`${new URL(url).pathname}  ${scores.map((each) => each.join(' ')).join(', ')}`);
  for (const line of lacking(report)) console.log(line);
  if (scores.some(([, score]) => score < 100)) process.exitCode = 1;
}

const api = await startApi({ DATA_DIR: path.join(folder, 'data') });
try {
  const landing = realFunnels().map(({ funnel }) => `${api.url}${funnel.path}`);
  for (const url of landing) print(url);
  await finishVisit(landing[0]!);
  print(`${api.url}/results`);
} finally {
  await api.kill('SIGTERM');
  rmSync(folder, { recursive: true });
}
