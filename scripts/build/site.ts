import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Catalog } from '../../api/content/catalog.ts';
import { catalogFile } from '../../api/platform/site/manifest.ts';
import type { BuiltFunnel } from '../../engine/author/build.ts';
import type { SessionCatalog } from '../../engine/author/sessions.ts';
import type { FunnelData } from '../../engine/model.ts';
import { formatProblem, type Problem } from '../../engine/problem.ts';
import { writeAppManifests } from './app-manifest.ts';
import { buildApp, clientDir, compressFolder, serverEntry, visitorWorkerCode, workerCode } from './app.ts';
import { catalogOf, planSessionsOf, type PublishedCatalog } from './catalog.ts';
import { refreshEditorHelp } from './editor-help.ts';
import { compareWithPublished } from '../funnel/published.ts';
import { describeSite, loadFunnels, readFunnelFiles, readRecordings, type SourceFolders } from './load-site.ts';
import { prerender } from './prerender.ts';
import { readPublishedFunnels } from './published-site.ts';
import { hashOf, isStamped, writeStamp } from './stamp.ts';
import { writeVisitorWorker, writeWorker } from './workers.ts';
import { planSessionsUrls } from '../../web/pages/plan/plan-sessions.ts';

interface Options extends SourceFolders {
  readonly siteDir: string;
  /** Whether visitors may be in the middle of the quizzes of the site that stands there, and are to lose no answers. */
  readonly keepAnswers: boolean;
}

/** The funnels or what belongs to them have problems; they are in the message, ready to be printed. */
export class BrokenFunnels extends Error {
  override readonly name = 'BrokenFunnels';
}

const sources = ['engine', 'schemas', 'scripts'];

/**
 * Builds the whole site into `siteDir`: the app, every funnel's data, the plan's sessions, every page's HTML, all
 * compressed, and the catalogue of sessions with its pictures. A site that can't be built leaves the last good one where it is. Throws `BrokenFunnels` when a funnel, the
 * topics or the sessions have problems, and when visitors would lose answers who are not to.
 */
export async function buildSite({ siteDir, keepAnswers, ...folders }: Options): Promise<void> {
  refreshEditorHelp(folders.funnelsDir);
  const app = await buildApp();
  const hash = hashOfSources(folders, app);
  const stamp = path.join(siteDir, 'stamp');
  if (isStamped(stamp, hash)) return;

  const { funnels, sessions, topics, problems: found } = loadFunnels(folders);
  const problems = keepAnswers ? [...found, ...(await findLostAnswersOf(siteDir, funnels, folders))] : found;
  if (problems.length > 0 || !sessions || !topics) {
    throw new BrokenFunnels(
      problems.map((problem) => formatProblem(problem, { colour: process.stdout.isTTY })).join('\n\n'),
    );
  }
  console.log(`Building the site of ${funnels.length} funnels …`);
  const fresh = `${siteDir}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(path.dirname(path.resolve(siteDir)), { recursive: true });
  cpSync(clientDir, fresh, { recursive: true, filter: (file) => !/index\.html(\.br|\.gz)?$|[\\/]\.vite$/.test(file) });

  const made = path.join(fresh, 'made'); // apart, so that only what is new gets compressed
  mkdirSync(path.join(made, 'assets'), { recursive: true });
  const site = describeSite(funnels, (funnel, locale) => writeFunnelData(funnel, locale, made));
  if (!site) throw new BrokenFunnels('There is no funnel to publish: the folder of funnels is empty.');
  writePlanSessions(sessions, made);
  const catalog = writePictures(catalogOf(sessions, topics), made);
  const server = (await import(pathToFileURL(serverEntry).href)) as typeof import('../../web/entry-server.tsx');
  await prerender({ server, site, funnels, clientDir, outDir: made });
  writeAppManifests(site.locales, made);
  const shared = { clientDir, locales: site.locales, outDir: made };
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
  writeStamp(path.join(fresh, 'stamp'), hash);
  swap(fresh, siteDir);
}

/** What visitors of the site that stands there would lose. */
async function findLostAnswersOf(
  siteDir: string,
  funnels: readonly BuiltFunnel[],
  { funnelsDir }: SourceFolders,
): Promise<Problem[]> {
  return compareWithPublished(readPublishedFunnels(siteDir), funnels, readFunnelFiles(funnelsDir));
}

/** Recordings may be large, and are not part of the site: which ones there are is all that its build depends on. */
function hashOfSources({ funnelsDir, recordingsDir }: SourceFolders, app: string): string {
  const content = readdirSync('content').filter((name) => /\.(yaml|ts)$/.test(name));
  const recordings = JSON.stringify([...readRecordings(recordingsDir).files]);
  return hashOf([...sources, ...content.map((name) => path.join('content', name)), funnelsDir], app, recordings);
}

/** Writes a funnel's data in one locale into the assets; returns its address. */
function writeFunnelData({ funnel, words }: BuiltFunnel, locale: string, outDir: string): string {
  const json = JSON.stringify({ funnel, words: words[locale]! } satisfies FunnelData);
  const hash = createHash('sha256').update(json).digest('base64url').slice(0, 8);
  const url = `/assets/${funnel.id}.${locale}-${hash}.json`;
  writeFileSync(path.join(outDir, url), json);
  return url;
}

/** Writes what the personalised plan shows of the catalogue, a file for each locale. */
function writePlanSessions(sessions: SessionCatalog, outDir: string): void {
  for (const [locale, url] of Object.entries(planSessionsUrls))
    writeFileSync(path.join(outDir, url), JSON.stringify(planSessionsOf(sessions, locale)));
}

/** Writes the sessions' pictures into the assets; returns the catalogue that names them. */
function writePictures({ catalog, pictures }: PublishedCatalog, outDir: string): Catalog {
  mkdirSync(path.join(outDir, 'assets/pictures'), { recursive: true });
  for (const [url, picture] of pictures) writeFileSync(path.join(outDir, url), picture);
  return catalog;
}

function swap(fresh: string, siteDir: string): void {
  const old = `${siteDir}.old`;
  rmSync(old, { recursive: true, force: true });
  if (existsSync(siteDir)) renameSync(siteDir, old);
  renameSync(fresh, siteDir);
  rmSync(old, { recursive: true, force: true });
}
