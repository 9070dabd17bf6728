import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

const fileOf = (locale: string): string => `app.${locale}.webmanifest`;

/** What makes a page installable: only those of members link it. */
export function appLinks(locale: string): string[] {
  return [
    `<link rel="manifest" href="/${fileOf(locale)}">`,
    '<link rel="apple-touch-icon" href="/icons/apple-touch-icon.png">',
  ];
}

/** Writes the web app manifest of each language. */
export function writeAppManifests(locales: readonly string[], outDir: string): void {
  for (const locale of locales) writeFileSync(path.join(outDir, fileOf(locale)), JSON.stringify(manifestOf(locale)));
}

function manifestOf(locale: string) {
  const site = readWords(locale, 'site') as { brand: string; description: string };
  const { header } = readWords(locale, 'cabinet') as { header: { sessions: string; dashboard: string } };
  return {
    id: '/cabinet',
    name: site.brand,
    short_name: site.brand,
    description: site.description,
    lang: locale,
    start_url: '/cabinet/sessions?source=app',
    scope: '/',
    display: 'standalone',
    ...readColours(),
    icons: [
      icon('icon-192.png', 192, 'any'),
      icon('icon-512.png', 512, 'any'),
      icon('icon-maskable-512.png', 512, 'maskable'),
    ],
    shortcuts: (['sessions', 'dashboard'] as const).map((page) => ({
      name: header[page],
      url: `/cabinet/${page}?source=app`,
    })),
  };
}

function icon(name: string, size: number, purpose: 'any' | 'maskable') {
  return { src: `/icons/${name}`, sizes: `${size}x${size}`, type: 'image/png', purpose };
}

/** The first ones in the files of the site: those of the day. */
function readColours() {
  const page = /--color-page: (#\w+)/.exec(readFileSync('web/ui/tokens.css', 'utf8'));
  const bar = /name="theme-color" content="(#\w+)"/.exec(readFileSync('web/index.html', 'utf8'));
  return { background_color: page![1], theme_color: bar![1] };
}

function readWords(locale: string, namespace: string): unknown {
  return parse(readFileSync(`web/locales/${locale}/${namespace}.yaml`, 'utf8'));
}
