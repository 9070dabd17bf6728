import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type CatalogFile, recordingsOf } from '../../api/content/catalog.ts';
import { catalogFile, recordingsFolder } from '../../api/platform/site/manifest.ts';
import { type CompiledFunnel, type FunnelData, siteLocales, type BuiltFunnel } from '../../engine/model.ts';
import { formatProblem, type Problem } from '../../engine/problem.ts';
import { levelRecordings } from '../recordings/level-recordings.ts';
import { writeAppManifests } from './app-manifest.ts';
import { buildApp, clientDir, compressFolder, serverEntry, visitorWorkerCode, workerCode } from './app.ts';
import { catalogOf, planContentOf, type PublishedCatalog } from './catalog.ts';
import { allFilesOf, assetsPath, type Chunks, readChunks } from './chunks.ts';
import { writeSocialCards } from './social-cards.ts';
import { refreshEditorHelp } from './editor-help.ts';
import { loadPlans } from './load-plans.ts';
import { describeSite, loadFunnels, loadMakers, readFunnelFiles, compareWithPublished } from './load-site.ts';
import { pageFile, prerender } from './prerender.ts';
import { hashOfSite, type SiteSettings, stampOfSite } from './sources.ts';
import { isStamped, writeStamp } from './stamp.ts';
import { planContentUrls } from '../../web/pages/plan/plan-content.ts';
import type { Shell, VisitorsBuild } from '../../web/worker/scope.ts';

interface Options extends SiteSettings {
  readonly siteDir: string;
  /** Whether visitors may be in the middle of the quizzes of the site that stands there, and are to lose no answers. */
  readonly stopsAtLostAnswers: boolean;
}

/** The funnels or what belongs to them have problems; they are in the message, ready to be printed. */
export class BrokenFunnels extends Error {
  override readonly name = 'BrokenFunnels';
}

/**
 * Builds the whole site into `siteDir`: the app, every funnel's data, the plan's sessions, every page's HTML, all
 * compressed, and the catalogue of sessions with its pictures and recordings. A site that can't be built leaves the last good one where it is. Throws `BrokenFunnels` when a funnel, the
 * topics or the sessions have problems, and when visitors would lose answers who are not to; `UnusableRecording`
 * where a recording has some.
 */
export async function buildSite({ siteDir, stopsAtLostAnswers, ...settings }: Options): Promise<void> {
  refreshEditorHelp(settings.funnelsDir);
  const app = await buildApp(settings);
  const hash = hashOfSite(settings, app);
  if (isStamped(stampOfSite(siteDir), hash)) return;

  const { funnels, sessions, topics, testimonials, problems: found, warnings } = loadFunnels(settings);
  const problems = stopsAtLostAnswers ? [...found, ...(await findLostAnswersOf(siteDir, funnels, settings))] : found;
  if (problems.length > 0 || !sessions || !topics) {
    throw new BrokenFunnels(
      problems.map((problem) => formatProblem(problem, { colour: process.stdout.isTTY })).join('\n\n'),
    );
  }
  for (const warning of warnings) console.warn(formatProblem(warning, { colour: process.stderr.isTTY }));
  console.log(`Building the site of ${funnels.length} funnels …`);
  const fresh = `${siteDir}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(path.dirname(path.resolve(siteDir)), { recursive: true });
  cpSync(clientDir, fresh, { recursive: true, filter: (file) => !/index\.html(\.br|\.gz)?$|[\\/]\.vite$/.test(file) });

  await levelRecordings({
    names: recordingsOf(sessions.sessions),
    from: settings.recordingsDir,
    to: path.join(fresh, recordingsFolder),
    cache: 'dist/recordings',
    report: console.log,
  });
  const made = path.join(fresh, 'made'); // apart, so that only what is new gets compressed
  mkdirSync(path.join(made, 'assets'), { recursive: true });
  const base = `${settings.assetsUrl ?? ''}/`;
  const site = describeSite(funnels, (funnel, locale) => base + writeFunnelData(funnel, locale, made));
  if (!site) throw new BrokenFunnels('There is no funnel to publish: the folder of funnels is empty.');
  const catalog = writePictures(catalogOf(sessions, topics, base), made);
  const ofPlan = { sessions, catalog, testimonials, makers: loadMakers() };
  for (const [locale, url] of Object.entries(planContentUrls))
    writeFileSync(path.join(made, url), JSON.stringify(planContentOf(ofPlan, locale)));
  const server = (await import(pathToFileURL(serverEntry).href)) as typeof import('../../web/entry-server.tsx');
  const chunks = readChunks(clientDir, base);
  const cards = await writeSocialCards({ funnels, renderScene: server.renderScene, outDir: made });
  await prerender({ server, site, cards, plans: loadPlans(), funnels, chunks, outDir: made });
  writeAppManifests(site.locales, made);
  const shared = { chunks, locales: site.locales, outDir: made };
  writeWorker({ code: workerCode, ...shared });
  writeVisitorWorker({
    code: visitorWorkerCode,
    ...shared,
    quizzes: site.funnels.map((entry) => entry.path),
    home: site.home,
  });
  await compressFolder(made);
  cpSync(made, fresh, { recursive: true });
  rmSync(made, { recursive: true });
  writeFileSync(path.join(fresh, catalogFile), JSON.stringify(catalog));
  writeStamp(stampOfSite(fresh), hash);
  swap(fresh, siteDir);
}

/** What visitors of the site that stands there would lose. */
async function findLostAnswersOf(
  siteDir: string,
  funnels: readonly BuiltFunnel[],
  { funnelsDir }: SiteSettings,
): Promise<Problem[]> {
  return compareWithPublished(readPublishedFunnels(siteDir), funnels, readFunnelFiles(funnelsDir));
}

/** Writes a funnel's data in one locale into the assets; returns the file's path inside the site. */
function writeFunnelData({ funnel, words }: BuiltFunnel, locale: string, outDir: string): string {
  const json = JSON.stringify({ funnel, words: words[locale]! } satisfies FunnelData);
  const hash = createHash('sha256').update(json).digest('base64url').slice(0, 8);
  const file = `assets/${funnel.id}.${locale}-${hash}.json`;
  writeFileSync(path.join(outDir, file), json);
  return file;
}

/** Writes the sessions' pictures into the assets; returns the catalogue that names them. */
function writePictures({ catalog, pictures }: PublishedCatalog, outDir: string): CatalogFile {
  mkdirSync(path.join(outDir, 'assets/pictures'), { recursive: true });
  for (const [file, picture] of pictures) writeFileSync(path.join(outDir, file), picture);
  return catalog;
}

function swap(fresh: string, siteDir: string): void {
  const old = `${siteDir}.old`;
  rmSync(old, { recursive: true, force: true });
  if (existsSync(siteDir)) renameSync(siteDir, old);
  renameSync(fresh, siteDir);
  rmSync(old, { recursive: true, force: true });
}

interface Job {
  /** The worker, built. */
  readonly code: string;
  readonly chunks: Chunks;
  readonly locales: readonly string[];
  /** Where the pages are already. */
  readonly outDir: string;
}

/** What opens while offline. The other pages of the cabinet are of no use without one. */
const pages = ['sessions', 'dashboard', 'profile'].map((name) => `/cabinet/${name}`);

const workerSources = [
  'index.html',
  'app/other-routes.tsx',
  'app/choose-locale.ts',
  'ui/ToastHost.tsx',
  'pages/cabinet/layout/CabinetLayout.tsx',
  'pages/cabinet/sessions/SessionsPage.tsx',
  'pages/cabinet/dashboard/DashboardPage.tsx',
  'pages/cabinet/profile/ProfilePage.tsx',
  'pages/account/LoginPage.tsx',
];

/** Writes `/sw.js`: the list of what it has to fetch ahead, then its code. */
function writeWorker({ code, chunks, locales, outDir }: Job): void {
  const files = allFilesOf(chunks, workerSources);
  const html = (locale: string) => pages.map((page) => readFileSync(path.join(outDir, pageFile(page, locale)), 'utf8'));
  const words = Object.fromEntries(
    locales.map((locale) => [locale, scriptsOf(html(locale).join(''), chunks).filter((file) => !files.includes(file))]),
  );
  const text = readFileSync(code, 'utf8');
  const hash = createHash('sha256')
    .update(text)
    .update(JSON.stringify([files, words]));
  for (const page of locales.flatMap(html)) hash.update(page);
  const shell: Shell = { version: hash.digest('base64url').slice(0, 8), pages, files, words };
  writeFileSync(path.join(outDir, 'sw.js'), `self.shell=${JSON.stringify(shell)};${assetsLine(chunks)}\n${text}`);
}

/** What is kept of the visitors' pages in any case: the way from any quiz to signing up, and where signing out leads. */
const pagesAhead = ['/results', '/personalized-plan', '/login'];

const visitorSources = [
  'pages/results/ResultsPage.tsx',
  'pages/plan/PlanPage.tsx',
  'pages/account/RegisterPage.tsx',
  'pages/account/LoginPage.tsx',
];
const visitorWords = ['site', 'results', 'plan', 'account'];

interface VisitorsJob extends Job {
  /** The paths of the quizzes. */
  readonly quizzes: readonly string[];
  readonly home: string;
}

/** Writes `/visitor-worker.js`: what this build consists of, then the worker's code. */
function writeVisitorWorker({ code, chunks, locales, outDir, quizzes, home }: VisitorsJob): void {
  const { base, manifest } = chunks;
  const parts = {
    entry: base + manifest['index.html']!.file,
    files: allFilesOf(chunks, ['index.html', ...laterSources(chunks), ...visitorSources]),
    words: Object.fromEntries(
      locales.map((locale) => [
        locale,
        visitorWords.map((name) => base + manifest[`locales/${locale}/${name}.yaml`]!.file),
      ]),
    ),
    pages: [...quizzes, ...pagesAhead, '/terms-of-service', '/privacy-policy'],
    pagesAhead,
    home,
    defaultLocale: siteLocales[0],
  };
  const text = readFileSync(code, 'utf8');
  const hash = createHash('sha256').update(text).update(JSON.stringify(parts));
  for (const page of parts.pages)
    for (const locale of locales) hash.update(readFileSync(path.join(outDir, pageFile(page, locale))));
  const build: VisitorsBuild = { version: hash.digest('base64url').slice(0, 8), ...parts };
  writeFileSync(
    path.join(outDir, 'visitor-worker.js'),
    `self.visitors=${JSON.stringify(build)};${assetsLine(chunks)}\n${text}`,
  );
}

/** Tells a worker which addresses are those of hashed files. */
const assetsLine = (chunks: Chunks) => `self.assets=${JSON.stringify(assetsPath(chunks))};`;

/** What every page fetches when it needs it; words come with the language. */
function laterSources({ manifest }: Chunks): string[] {
  return manifest['index.html']!.dynamicImports!.filter((source) => !source.startsWith('locales/'));
}

/** What a page loads at once: with the code of every language, the words of its own. */
function scriptsOf(html: string, chunks: Chunks): string[] {
  const addresses = [...html.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map((match) => match[1]!);
  return [...new Set(addresses.filter((address) => address.startsWith(assetsPath(chunks))))];
}

/** The data of a funnel in one locale, as the build names it: `sleep-issues.en-mLZiL1GM.json`. */
const dataFile = /^[a-z0-9-]+\.[a-z]{2,3}(-[A-Za-z0-9]+)*-[\w-]{8}\.json$/;

/** The funnels of a built site, by id; none where no site stands. */
export function readPublishedFunnels(siteDir: string): ReadonlyMap<string, { readonly funnel: CompiledFunnel }> {
  const assets = path.join(siteDir, 'assets');
  const names = existsSync(assets) ? readdirSync(assets).filter((name) => dataFile.test(name)) : [];
  const data = names.map((name) => JSON.parse(readFileSync(path.join(assets, name), 'utf8')) as Partial<FunnelData>);
  return new Map(data.flatMap(({ funnel }) => (funnel ? [[funnel.id, { funnel }] as const] : [])));
}
