import { readFileSync } from 'node:fs';
import http from 'node:http';
import express from 'express';
import { createServer, type ErrorPayload } from 'vite';
import { planContentUrls } from '../web/pages/plan/plan-content.ts';
import { readConfigOrExit } from './config.ts';
import { handedDependencies } from './handed-dependencies.ts';
import { type CatalogFile, loadCatalog } from '../api/content/catalog.ts';
import { saveFunnelVersions } from '../api/events/funnel-versions.ts';
import { createApi } from '../api/platform/create-app.ts';
import { closeToOthers } from '../api/platform/data-directory.ts';
import { DatabaseError } from '../api/platform/db/database.ts';
import { explainOutage } from '../api/platform/db/unavailable.ts';
import { saveConsents } from '../api/leads/store-lead.ts';
import { createLog } from '../api/platform/log.ts';
import { openBackend } from '../api/app.ts';
import { negotiateLocale } from '../api/platform/http/locale.ts';
import { type CompiledFunnel, languageTag, siteLocales } from '../engine/model.ts';
import { formatProblem } from '../engine/problem.ts';
import { LiveFunnels } from './build/live-funnels.ts';
import { loadPlans } from './build/load-plans.ts';
import { loadCompany } from './build/load-site.ts';
import { printError } from './print.ts';
import { requireFreePort } from './require-free-port.ts';

/**
 * `npm run dev`: the site from its sources. A funnel that is saved is on the screen within a second, at the step where
 * it was; a mistake in it shows over the page, and its last good version goes on running. The API runs too, on the same
 * database as that of `npm start`.
 */
const config = readConfigOrExit();
await requireFreePort(config);
closeToOthers(config.dataDirectory);
const funnels = new LiveFunnels({
  funnelsDir: config.funnelsDirectory,
  recordingsDir: config.recordingsDirectory,
});
const [company, plans] = [{ ...loadCompany() }, [...loadPlans()]];
const log = createLog(config.logLevel);
const published = { funnels: funnels.compiled, funnelWords: funnels.words };
const { recordingsDirectory } = config;
const backend = await openBackend({
  ...handedDependencies,
  config,
  recordingsDirectory,
  log,
  ...published,
  company,
  plans,
}).catch((error: unknown) => {
  const sentence = error instanceof DatabaseError ? error.message : explainOutage(error, config);
  if (sentence === null) throw error;
  printError(sentence);
  process.exit(1);
});
await saveFunnelVersions(backend.database, funnels.compiled.values());
const app = express();
app.enable('case sensitive routing');
const server = http.createServer(app);
const vite = await createServer({ appType: 'custom', server: { middlewareMode: true, hmr: { server } } });

app.use(
  '/api',
  createApi(backend.api, () => false),
);
if (backend.developmentRoutes) app.use(backend.developmentRoutes);
app.get(['/live-funnels/:file', ...Object.values(planContentUrls)], (request, response) => {
  const json = funnels.dataAt(request.path);
  if (json === undefined) response.sendStatus(404);
  else response.type('json').set('cache-control', 'no-store').send(json);
});
app.get('/assets/pictures/:file', (request, response) => {
  const picture = funnels.pictureAt(request.path);
  if (picture === undefined) response.sendStatus(404);
  else response.type('svg').set('cache-control', 'no-store').send(picture);
});
app.use(vite.middlewares);
app.get('/{*path}', async (request, response) => {
  const { locale } = negotiateLocale(
    { locales: siteLocales, defaultLocale: siteLocales[0] },
    {
      query: request.url.split('?')[1] ?? '',
      cookies: request.headers.cookie,
    },
  );
  const template = await vite.transformIndexHtml(request.path, readFileSync('web/index.html', 'utf8'));
  const described = funnels.site();
  if (!described) {
    const text = 'There is no funnel without problems yet: see the terminal.';
    response.status(503).set('refresh', '1').type('text').send(text);
    return;
  }
  const site = JSON.stringify(described).replaceAll('<', '\\u003c');
  response
    .type('html')
    .send(
      template
        .replace('<html lang="en"', () => `<html lang="${languageTag(locale)}"`)
        .replace('<!--data-->', () => `<script type="application/json" id="site">${site}</script>`),
    );
});

/** Puts what has been saved of the company and the prices into what the API was handed. */
function refreshContent(): void {
  try {
    Object.assign(company, loadCompany());
    plans.splice(0, plans.length, ...loadPlans());
  } catch (error) {
    printError(`\n${error instanceof Error ? error.message : String(error)}`);
  }
}

/** One after the other, so that the last save is what stays. */
let storing = Promise.resolve();
let stored: CatalogFile | null = null;

/** Brings the database up to date: sessions, the funnels whose visits are to be counted, and consents to leads. */
async function store(catalog: CatalogFile | null, changed: readonly CompiledFunnel[]): Promise<void> {
  try {
    if (changed.length > 0) await saveFunnelVersions(backend.database, changed);
    await saveConsents(backend.database, funnels.compiled, funnels.words);
    if (catalog && catalog !== stored) await loadCatalog(backend.database, catalog);
    stored = catalog;
  } catch (error) {
    log.error('save_not_stored', error);
  }
}

const announce = () => {
  refreshContent();
  vite.ws.send('funnels:changed');
  showProblems();
  const { fixed, found, funnels: changed } = funnels.change;
  const catalog = funnels.catalog();
  storing = storing.then(() => store(catalog, changed));
  for (const problem of found)
    printError(`\n${formatProblem(problem, { colour: process.stderr.isTTY })}`, { painted: true });
  for (const { file, code, message } of fixed) printError(`\nFixed: ${file}  ${code}  ${message}`);
  if (fixed.length > 0 && funnels.problems.length === 0) console.error('\nNo problems left.');
};
/** Only to those who are there: Vite would keep it for the next page, where it may be fixed by then. */
const showProblems = () => {
  if (funnels.problems.length > 0 && vite.ws.clients.size > 0) vite.ws.send(overlay());
};
funnels.watch(announce);
vite.ws.on('connection', showProblems);
server.listen(config.port, config.host, () => {
  const url = `http://${config.host}:${config.port}`;
  backend.begin(url);
  console.log(`Live authoring: ${url} (funnels in ${config.funnelsDirectory})`);
  for (const link of backend.developmentLinks(url)) console.log(`For you alone: ${link}`);
});
announce();
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => void backend.close().finally(() => process.exit(0)));

function overlay(): ErrorPayload {
  const [first, ...others] = funnels.problems.map((problem) => formatProblem(problem));
  const more = others.length > 0 ? `\n\n${others.join('\n\n')}` : '';
  return { type: 'error', err: { message: `${first}${more}`, stack: '', plugin: 'funnels' } };
}
