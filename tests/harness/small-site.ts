import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { CatalogFile } from '../../api/content/catalog.ts';
import { catalogFile } from '../../api/platform/site/manifest.ts';
import { manifestFile, type SiteManifest } from '../../api/platform/site/manifest.ts';
import type { BuildManifest } from '../../api/builds.ts';

/** As in the first days of the product. */
export const plans: BuildManifest['plans'] = [
  { id: 'basic', amount: 1499, currency: 'USD', months: 1, recommended: false },
  { id: 'three_months', amount: 2999, currency: 'USD', months: 3, recommended: true },
  { id: 'lifetime', amount: 8999, currency: 'USD', months: null, recommended: false },
];

/** The same with prices in euros for Germany and Spain, and in yen for Japan. */
export const localPlans: BuildManifest['plans'] = [
  ...plans,
  ...priced('EUR', [1399, 2799, 8499], ['DE', 'ES']),
  ...priced('JPY', [1500, 3000, 9800], ['JP']),
];

function priced(currency: string, amounts: readonly number[], countries: readonly string[]): BuildManifest['plans'] {
  return plans.map((plan, index) => ({ ...plan, amount: amounts[index]!, currency, countries }));
}

/** Two sessions, of all that there is. */
export const smallCatalog: CatalogFile = {
  hash: 'of two sessions',
  labels: [
    { kind: 'category', id: 'sleep', words: { en: { title: 'Sleep' }, es: { title: 'Sueño' } } },
    { kind: 'voice', id: 'waves', words: { en: { title: 'Waves' }, es: { title: 'Olas' } } },
    {
      kind: 'topic',
      id: 'deep-sleep',
      words: {
        en: { title: 'Deep sleep', focus: 'Letting go.', practice: 'Listen in bed.' },
        es: { title: 'Sueño profundo', focus: 'Soltar.', practice: 'Escucha en la cama.' },
      },
    },
  ],
  sessions: ['sinking-slowly', 'a-little-slower'].map((id) => ({
    id,
    category: 'sleep',
    voice: 'waves',
    topics: ['deep-sleep'],
    durationSeconds: 1320,
    words: { en: { title: id, summary: 'The waves come.' }, es: { title: id, summary: 'Llegan las olas.' } },
    imageUrl: `/assets/pictures/${id}-1a2b3c4d.svg`,
    audio: null,
    speaker: null,
  })),
};

const routes = ['/daily-emotional-reset', '/login', '/reset-password/:userId/:token', '/cabinet/sessions'];

/** The text of the page's only paragraph, by which a test knows the page. */
export function sentenceOf(route: string, locale: string): string {
  return `${locale === 'es' ? 'Esta es' : 'This is'} ${route}`;
}

/** A site as the build writes it, in a new folder; returns the folder. Each page also holds `more`. */
export function makeSmallSite(more = ''): string {
  const directory = mkdtempSync(join(tmpdir(), 'site-'));
  const pages: Record<string, SiteManifest['notFound']> = {};
  for (const route of routes) pages[route] = writePage(directory, route, 200, more);
  const manifest: BuildManifest = {
    locales: ['en', 'es'],
    defaultLocale: 'en',
    redirects: { '/': '/daily-emotional-reset', '/cabinet': '/cabinet/sessions' },
    pages,
    notFound: writePage(directory, '/not-found', 404, more),
    funnels: {},
    company: { name: 'Still Waters', number: '1', address: 'London', email: 'hello@example.com' },
    plans,
    assetsUrl: '/assets/',
    hosts: { 'example.com': '', 'app.example.com': 'https://api.example.com' },
  };
  write(directory, manifestFile, JSON.stringify(manifest));
  write(directory, catalogFile, JSON.stringify(smallCatalog));
  writeText(directory, 'assets/main-1a2b3c.js', `console.log('${'calm '.repeat(500)}')`);
  writeText(directory, 'sw.js', 'self.shell={"version":"1a2b3c4d"};');
  writeText(directory, 'robots.txt', 'User-agent: *\nDisallow: /cabinet\n');
  write(directory, 'assets/font-4d5e6f.woff2', Buffer.from([0x77, 0x4f, 0x46, 0x32]));
  write(directory, 'stamp', 'what the build was made of');
  write(directory, '.vite/manifest.json', '{}');
  write(directory, 'recordings/spoken.mp3', 'for members');
  return directory;
}

function writePage(directory: string, route: string, status: number, more: string): SiteManifest['notFound'] {
  const byLocale = ['en', 'es'].map((locale) => {
    const file = `pages${route.replaceAll(':', '')}.${locale}.html`;
    const paragraphs = `<p>${sentenceOf(route, locale)}</p>`.repeat(50);
    writeText(directory, file, `<!doctype html><html lang="${locale}"><title>t</title>${paragraphs}${more}</html>`);
    const csp = { scripts: [`sha256-scriptOf${locale}=`], styles: [`sha256-styleOf${locale}=`] };
    return [locale, { file, status, isQuiz: route === routes[0], csp }] as const;
  });
  return Object.fromEntries(byLocale);
}

function writeText(directory: string, file: string, text: string): void {
  write(directory, file, text);
  write(directory, `${file}.br`, brotliCompressSync(text));
  write(directory, `${file}.gz`, gzipSync(text));
}

function write(directory: string, file: string, content: string | Buffer): void {
  const path = join(directory, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}
