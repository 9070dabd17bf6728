import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { palette } from '../../content/brand.ts';
import { parseWords } from '../vite/site-sources.ts';

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
  const site = wordsOf(locale, 'site') as { brand: string; description: string };
  const { header } = wordsOf(locale, 'cabinet') as { header: { sessions: string; dashboard: string } };
  return {
    id: '/cabinet',
    name: site.brand,
    short_name: site.brand,
    description: site.description,
    lang: locale,
    start_url: '/cabinet/sessions?source=app',
    scope: '/',
    display: 'standalone',
    background_color: palette.day.page,
    theme_color: palette.day.bar,
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

function wordsOf(locale: string, namespace: string): unknown {
  return parseWords(readFileSync(`web/locales/${locale}/${namespace}.yaml`, 'utf8'));
}
