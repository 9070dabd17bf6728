import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { hashOfApp, type SiteSettings, withWorker } from './sources.ts';
import { isStamped, writeStamp } from './stamp.ts';
import { browserTargets } from '../vite/browser-targets.ts';
import { leanRouter } from '../vite/lean-router.ts';
import { weighModules } from '../vite/weigh-modules.ts';

/** The web app as Vite builds it, without any funnel in it. */
const appDir = path.resolve('dist/app');
export const clientDir = path.join(appDir, 'client');
export const serverEntry = path.join(appDir, 'server/entry-server.js');
export const workerCode = path.join(appDir, 'worker.js');
export const visitorWorkerCode = path.join(appDir, 'visitor-worker.js');
/** The scripts that stand in every page: what has to be right before the first paint, and what comes after it. */
export const beforePaintCode = path.join(appDir, 'before-paint.js');
export const starterCode = path.join(appDir, 'starter.js');
/** What the script that all pages have is made of: see scripts/build/bytes.ts. */
export const weightsFile = path.join(appDir, 'bytes.json');
/** The script of quizzes that read the address for their texts and fields. */
export const addressCode = path.join(appDir, 'address.js');
/** The script of pages whose first screen depends on experiments. */
export const firstScreenCode = path.join(appDir, 'first-screen.js');

/** Its package hands bundlers the build for development, whose warnings every visitor would load. */
const productionRouter = path.resolve('node_modules/react-router/dist/production/index.mjs');

/**
 * A copy of its own for the pages that use it: as one module with what the quiz needs of XState, all of it would come
 * with the quiz.
 */
const ownActors = `${path.resolve('node_modules/xstate/dist/xstate-actors.esm.js')}?own`;

/**
 * What always comes together is one file, so that it compresses best and comes in one request; but for React, which is
 * run in a task of its own (web/starter/main.ts).
 */
const groups: { name: string; priority: number; tags?: '$initial'[]; test?: RegExp }[] = [
  { name: 'react', test: /node_modules.(react|react-dom|scheduler)[\\/]|rolldown.runtime/, priority: 3 },
  { name: 'main', tags: ['$initial'], priority: 2 },
  { name: 'session', test: /web.session.(?!sign-up)/, priority: 1 },
  { name: 'plans', test: /web.pages.plan.plans|engine.run.money/, priority: 1 },
];

/** Builds the web app unless its sources are as they were at the last build. Returns the hash of the sources. */
export async function buildApp(settings: Pick<SiteSettings, 'assetsUrl'>): Promise<string> {
  const hash = hashOfApp(settings);
  const stamp = path.join(appDir, 'stamp');
  if (isStamped(stamp, hash) && existsSync(serverEntry)) return hash;
  console.log('Building the web app …');
  rmSync(appDir, { recursive: true, force: true });
  await inProductionMode(() => buildBoth(`${settings.assetsUrl ?? ''}/`));
  await inProductionMode(() => buildOneFile(withWorker() ? 'web/worker/worker.ts' : 'web/worker/off.ts', workerCode));
  await inProductionMode(() =>
    buildOneFile(withWorker() ? 'web/worker/visitors.ts' : 'web/worker/off.ts', visitorWorkerCode),
  );
  await inProductionMode(() => buildOneFile('web/starter/before-paint.ts', beforePaintCode));
  await inProductionMode(() => buildOneFile('web/starter/main.ts', starterCode));
  await inProductionMode(() => buildOneFile('web/starter/address.ts', addressCode));
  await inProductionMode(() => buildOneFile('web/starter/first-screen.ts', firstScreenCode));
  await compressFolder(clientDir);
  writeStamp(stamp, hash);
  return hash;
}

/** For the browser, and for rendering pages in Node. `base`: what the addresses of its files begin with. */
async function buildBoth(base: string): Promise<void> {
  // Only when it is needed: a start with nothing to build is much faster without it.
  const { build } = await import('vite');
  await build({
    base,
    logLevel: 'warn',
    plugins: [leanRouter, weighModules(weightsFile)],
    resolve: {
      alias: [
        { find: /^react-router$/, replacement: productionRouter },
        { find: /^xstate\/actors$/, replacement: ownActors },
      ],
    },
    build: {
      outDir: clientDir,
      modulePreload: { resolveDependencies: withoutKnown },
      rolldownOptions: { output: { codeSplitting: { groups } } },
    },
  });
  await build({
    base,
    logLevel: 'warn',
    build: { outDir: path.dirname(serverEntry), ssr: 'entry-server.tsx', manifest: false, copyPublicDir: false },
  });
}

/** What a chunk needs beside itself and the main one, which all pages have: only that has to be asked for early. */
function withoutKnown(chunk: string, needed: string[]): string[] {
  const others = needed.filter((name) => !/.index-[^/]+$/.test(name));
  return others.length === 1 && others[0] === chunk ? [] : others;
}

/** Vite and React would make a build for development of it where the environment says so. */
async function inProductionMode(work: () => Promise<void>): Promise<void> {
  const before = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  await work().finally(() => {
    if (before === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = before;
  });
}

/** Builds a script into one file that needs no other and leaves no names behind. */
async function buildOneFile(source: string, outFile: string): Promise<void> {
  const { build } = await import('vite');
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      target: browserTargets(),
      outDir: path.dirname(outFile),
      emptyOutDir: false,
      lib: { entry: path.resolve(source), formats: ['iife'], name: '_', fileName: () => path.basename(outFile) },
    },
  });
}

const text = /\.(html|js|css|json|svg|txt|xml|webmanifest|map)$/;

/** Writes `<file>.br` and `<file>.gz` beside every text file of this folder, as small as they get. */
export async function compressFolder(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => text.test(file));
  await Promise.all(files.map((file) => compressFile(path.join(folder, file))));
}

async function compressFile(file: string): Promise<void> {
  const content = readFileSync(file);
  const quality = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  const [brotli, zipped] = await Promise.all([
    promisify(brotliCompress)(content, { params: quality }),
    promisify(gzip)(content, { level: 9 }),
  ]);
  writeFileSync(`${file}.br`, brotli);
  writeFileSync(`${file}.gz`, zipped);
}
