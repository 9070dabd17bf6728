import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { BuildManifest } from '../../api/builds.ts';
import { manifestFile, type SitePage } from '../../api/platform/site/manifest.ts';
import { languageTag, siteLocales, type Locale, type BuiltFunnel } from '../../engine/model.ts';
import type { RenderedPage } from '../../web/entry-server.tsx';
import type { Site } from '../../web/site.ts';
import { withoutPlaces, withPlaces } from './address-places.ts';
import { appLinks } from './app-manifest.ts';
import { beforePaintCode, starterCode } from './app.ts';
import { assetsPath, preloadTags, styleOf, type Chunks } from './chunks.ts';
import { cardSize, type SocialCards } from './social-cards.ts';
import { escapeHtml } from '../../engine/escape-html.ts';
import {
  distinctFirstSteps,
  firstScreensHead,
  firstStepOf,
  preloadedScreensHtml,
  preloadedScreensOf,
} from './first-screens.ts';

type Server = typeof import('../../web/entry-server.tsx');

interface Job {
  readonly server: Server;
  readonly site: Site;
  readonly plans: BuildManifest['plans'];
  readonly funnels: readonly BuiltFunnel[];
  readonly chunks: Chunks;
  readonly cards: SocialCards;
  readonly outDir: string;
}

const notFoundPath = '/404';

/** Renders every public page in each locale, with its critical CSS inline, and writes the manifest of them. */
export async function prerender({ server, site, plans, funnels, chunks, cards, outDir }: Job): Promise<void> {
  for (const { funnel, words } of funnels) {
    const entry = site.funnels.find(({ id }) => id === funnel.id)!;
    for (const [locale, url] of Object.entries(entry.data))
      server.addFunnelData(url, { funnel, words: withPlaces(words[locale]!) });
  }
  const template = readFileSync(path.join(chunks.folder, 'index.html'), 'utf8');
  mkdirSync(path.join(outDir, 'pages'), { recursive: true });

  const write = async (route: string, locale: Locale, status: number): Promise<SitePage> => {
    const page = await pageHtml({ server, site, funnels, template, chunks, cards }, route, locale);
    const file = pageFile(route, locale);
    writeFileSync(path.join(outDir, file), page.html);
    const { isQuiz, csp } = page;
    return { file, ...(page.locale !== locale && { locale: page.locale }), status, isQuiz, csp };
  };
  const inLocales = async (route: string, status: number) =>
    Object.fromEntries(
      await Promise.all(site.locales.map(async (locale) => [locale, await write(route, locale, status)] as const)),
    );

  const pages = await Promise.all(
    (await server.routePaths(site)).map(async (route) => [route, await inLocales(route, 200)] as const),
  );
  const manifest: BuildManifest = {
    locales: site.locales,
    defaultLocale: siteLocales[0],
    redirects: { '/': site.home, '/cabinet': '/cabinet/sessions' },
    pages: Object.fromEntries(pages),
    notFound: await inLocales(notFoundPath, 404),
    funnels: Object.fromEntries(site.funnels.map(({ id, data }) => [id, filesOf(data, chunks)])),
    company: site.company,
    plans,
    assetsUrl: assetsPath(chunks),
    hosts: site.hosts,
  };
  writeFileSync(path.join(outDir, manifestFile), JSON.stringify(manifest));
}

/** Addresses by locale as paths inside the built site. */
function filesOf(data: Site['funnels'][number]['data'], { base }: Chunks): Readonly<Record<Locale, string>> {
  return Object.fromEntries(Object.entries(data).map(([locale, url]) => [locale, url.slice(base.length)]));
}

/** Where the built site has the HTML of a route. */
export function pageFile(route: string, locale: string): string {
  return `pages/${route.slice(1).replaceAll('/', '.').replaceAll(':', '')}.${locale}.html`;
}

interface Kit extends Pick<Job, 'server' | 'site' | 'funnels' | 'chunks' | 'cards'> {
  readonly template: string;
}

async function pageHtml({ server, site, funnels, template, chunks, cards }: Kit, route: string, asked: Locale) {
  const { access, modules, namespaces, data, showsLastQuiz = false } = await server.findRoute(site, route);
  const locales = data ? site.locales.filter((each) => data[each]) : site.locales;
  const locale = locales.includes(asked) ? asked : locales[0]!; // a quiz need not speak every language of the site
  const page = { path: route, locale };
  const { html, title, description, noScript, loading, waiting, funnel, accent } = await server.renderPage(site, page);
  const sources = [...modules, ...['site', ...namespaces].map((name) => `locales/${locale}/${name}.yaml`)];
  const style = styleOf(chunks, sources);
  const built = funnels.find((each) => each.funnel.id === funnel);
  const screens = built && (await screensOf(built, { server, site, page }));
  const [early, starter] = [beforePaintCode, starterCode].map((file) => readFileSync(file, 'utf8').trim()) as [
    string,
    string,
  ];
  const beforePaint = showsLastQuiz ? `${lastAccentCode(funnels)}${early}` : early;
  const head = [
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(description)}">`,
    `<meta property="og:title" content="${escapeHtml(title)}">`,
    `<meta property="og:description" content="${escapeHtml(description)}">`,
    ...[locale, ...locales.filter((each) => each !== locale)].map(openGraphLocale),
    ...(funnel ? socialCardTags(`${chunks.base}${cards.get(funnel)![locale]!}`) : []),
    '<link rel="expect" href="#before-paint" blocking="render">', // what is painted has to be right
    `<style>${style.text}</style>${style.links}`,
    ...(route.startsWith('/cabinet') ? appLinks(locale) : []),
    ...(screens?.others ? [screens.others.html] : []),
  ];
  const app = [
    ...preloadTags(chunks, sources),
    ...(data?.[locale] ? [`<link rel="preload" as="fetch" crossorigin href="${data[locale]}">`] : []),
  ].join('');
  const scripts = [beforePaint, starter, ...(screens?.others?.scripts ?? [])];
  const marks = [
    funnel ? ` data-funnel="${funnel}"` : '',
    accent ? ` data-accent="${accent}"` : '',
    ['public', 'open'].includes(access) ? ` data-loading="${escapeHtml(loading)}"` : '',
    route === notFoundPath ? ' data-not-found' : '',
  ].join('');
  const fonts = fontsOf(style.text).map(
    (url) => `<link rel="preload" as="font" type="font/woff2" fetchpriority="low" crossorigin href="${url}">`,
  );
  const json = JSON.stringify(site).replaceAll('<', '\\u003c');
  return {
    locale,
    isQuiz: funnel !== undefined,
    html: template
      .replace(/<link rel="stylesheet"[^>]*>/g, '')
      .replace(/<(script type="module"|link rel="modulepreload") crossorigin [^>]*>(<\/script>)?/g, '')
      .replace('<html lang="en"', () => `<html lang="${languageTag(locale)}"${marks}`)
      .replace('<!--head-->', () => head.join(''))
      .replace('<!--no-script-->', () => `<noscript><p class="no-script">${escapeHtml(noScript)}</p></noscript>`)
      .replace('<!--app-->', () => withoutPlaces(html))
      .replace('<!--waiting-->', () => waitingHtml(loading, waiting))
      .replace('<!--before-paint-->', () => `<script id="before-paint">${beforePaint}</script>`)
      .replace(
        '<!--screens-->',
        () =>
          `${screens?.preloaded ?? ''}<template id="links">${app}</template><script id="starter">${starter}</script>${fonts.join('')}`,
      )
      .replace('<!--data-->', () => `<script type="application/json" id="site">${json}</script>`),
    csp: { scripts: scripts.map(sha256), styles: [sha256(style.text)] },
  };
}

/** Gives a page the accent of the quiz that was finished last: which one that is, only the browser knows. */
function lastAccentCode(funnels: Job['funnels']): string {
  const accents = funnels.map(({ funnel, words }) => [funnel.id, Object.values(words)[0]!.look.accent]);
  return (
    `try{const accent=${JSON.stringify(Object.fromEntries(accents))}[JSON.parse(localStorage.lastQuiz).funnel];` +
    `if(accent)document.documentElement.dataset.accent=accent}catch{}`
  );
}

/**
 * The hint that the starter script fills while the page's own script does not come (web/starter/main.ts). The words for old
 * browsers stand there from the start, because in some of them no script runs.
 */
function waitingHtml(loading: string, { soon, late, old, button }: RenderedPage['waiting']): string {
  const words = `data-soon="${escapeHtml(soon)}" data-late="${escapeHtml(late)}"`;
  return `<aside id="waiting" class="old" aria-label="${escapeHtml(loading)}"><p role="status" ${words}>${escapeHtml(old)}</p><button type="button" hidden>${escapeHtml(button)}</button></aside>`;
}

/** The locale of the page, then those that it also comes in. */
function openGraphLocale(locale: Locale, index: number): string {
  const property = index === 0 ? 'og:locale' : 'og:locale:alternate';
  return `<meta property="${property}" content="${languageTag(locale).replace('-', '_')}">`;
}

/** Its address is the server's to complete: only it knows the site's own (api/platform/site/load.ts). */
function socialCardTags(url: string): string[] {
  const properties = { '': url, ':width': cardSize.width, ':height': cardSize.height };
  return [
    ...Object.entries(properties).map(([name, value]) => `<meta property="og:image${name}" content="${value}">`),
    '<meta name="twitter:card" content="summary_large_image">',
  ];
}

interface ScreensKit extends Pick<Job, 'server' | 'site'> {
  readonly page: { readonly path: string; readonly locale: Locale };
}

/** What a quiz's page has beside its first screen: other first ones, and those that follow. */
async function screensOf({ funnel, words }: BuiltFunnel, { server, site, page }: ScreensKit) {
  const first = firstStepOf(funnel);
  const inputs = [...distinctFirstSteps(first).values()].map((variants) => ({ variants }));
  const preloaded = preloadedScreensOf({ funnel, words: words[page.locale]! }, inputs, server.isBundled);
  return {
    others: await firstScreensHead(
      funnel,
      first,
      async (visit) => (await server.renderPage(site, { ...page, visit })).html,
    ),
    preloaded: await preloadedScreensHtml(preloaded, (visit) => server.renderScreen(site, { ...page, visit })),
  };
}

/**
 * The fonts that a style asks for. Their preloads stand at the end of the body: browsers delay the first paint for
 * those in the head, and without any, a later visit may be painted before its cached font has been read.
 */
function fontsOf(style: string): string[] {
  return [...style.matchAll(/url\(["']?([^"')]+\.woff2)/g)].map((match) => match[1]!);
}

function sha256(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
