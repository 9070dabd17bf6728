import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Shell, VisitorsBuild } from '../../web/worker/scope.ts';
import { allFilesOf, readChunks, type Chunks } from './chunks.ts';
import { siteLocales } from '../../engine/model.ts';
import { pageFile } from './prerender.ts';

interface Job {
  /** The worker, built. */
  readonly code: string;
  readonly clientDir: string;
  readonly locales: readonly string[];
  /** Where the pages are already. */
  readonly outDir: string;
}

/** What opens without a line. The other pages of the cabinet are of no use without one. */
const pages = ['sessions', 'dashboard', 'profile'].map((name) => `/cabinet/${name}`);

const sources = [
  'index.html',
  'app/other-routes.tsx',
  'app/choose-locale.ts',
  'ui/ToastHost.tsx',
  'layout/CabinetLayout.tsx',
  'pages/cabinet/sessions/SessionsPage.tsx',
  'pages/cabinet/dashboard/DashboardPage.tsx',
  'pages/cabinet/profile/ProfilePage.tsx',
];

/** Writes `/sw.js`: the list of what it has to fetch ahead, then its code. */
export function writeWorker({ code, clientDir, locales, outDir }: Job): void {
  const chunks = readChunks(clientDir);
  const files = allFilesOf(chunks, sources);
  const html = (locale: string) => pages.map((page) => readFileSync(path.join(outDir, pageFile(page, locale)), 'utf8'));
  const words = Object.fromEntries(
    locales.map((locale) => [locale, scriptsOf(html(locale).join('')).filter((file) => !files.includes(file))]),
  );
  const text = readFileSync(code, 'utf8');
  const hash = createHash('sha256')
    .update(text)
    .update(JSON.stringify([files, words]));
  for (const page of locales.flatMap(html)) hash.update(page);
  const shell: Shell = { version: hash.digest('base64url').slice(0, 8), pages, files, words };
  writeFileSync(path.join(outDir, 'sw.js'), `self.shell=${JSON.stringify(shell)};\n${text}`);
}

/** What is kept of the visitors' pages in any case: the way from any quiz to signing up. */
const pagesAhead = ['/results', '/personalized-plan'];

const visitorSources = ['pages/results/ResultsPage.tsx', 'pages/plan/PlanPage.tsx', 'pages/account/RegisterPage.tsx'];
const visitorWords = ['site', 'results', 'plan', 'account'];

interface VisitorsJob extends Job {
  /** The paths of the quizzes. */
  readonly quizzes: readonly string[];
  readonly home: string;
}

/** Writes `/visitor-worker.js`: what this build consists of, then the worker's code. */
export function writeVisitorWorker({ code, clientDir, locales, outDir, quizzes, home }: VisitorsJob): void {
  const chunks = readChunks(clientDir);
  const parts = {
    entry: `/${chunks.manifest['index.html']!.file}`,
    files: allFilesOf(chunks, ['index.html', ...laterSources(chunks), ...visitorSources]),
    words: Object.fromEntries(
      locales.map((locale) => [
        locale,
        visitorWords.map((name) => `/${chunks.manifest[`locales/${locale}/${name}.yaml`]!.file}`),
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
  writeFileSync(path.join(outDir, 'visitor-worker.js'), `self.visitors=${JSON.stringify(build)};\n${text}`);
}

/** What every page fetches when it needs it; words come with the language. */
function laterSources({ manifest }: Chunks): string[] {
  return manifest['index.html']!.dynamicImports!.filter((source) => !source.startsWith('locales/'));
}

/** What a page loads at once: with the code of every language, the words of its own. */
function scriptsOf(html: string): string[] {
  return [...new Set([...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map((match) => match[1]!))];
}
