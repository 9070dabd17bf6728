import { imageSize } from 'image-size';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SiteManifest } from '../../api/platform/site/manifest.ts';

const site = 'dist/site';
const read = (file: string) => readFileSync(path.join(site, file), 'utf8');
const manifest = JSON.parse(read('pages.json')) as SiteManifest;
const pages = Object.entries({ ...manifest.pages, '/404': manifest.notFound });

describe.each(
  pages.flatMap(([route, files]) => Object.entries(files).map(([locale, { file }]) => [route, locale, file])),
)('%s in %s', (route, locale, file) => {
  const html = read(file);

  it('names its language in full: the default of the locale layer is en-US (section 1)', () => {
    const [own, other] = locale === 'es' ? ['es', 'en_US'] : ['en-US', 'es'];
    expect(html).toContain(`<html lang="${own}"`);
    expect(html).toContain(`<meta property="og:locale" content="${own.replace('-', '_')}">`);
    expect(html).toContain(`<meta property="og:locale:alternate" content="${other}">`);
  });

  it('says whose it is in its title, which shared links say too', () => {
    const [, title] = /<title>([^<]+)<\/title>/.exec(html)!;
    expect(title).toMatch(/^\S.+ · Still Waters$/);
    expect(html).toContain(`<meta property="og:title" content="${title}">`);
    expect(html).toMatch(/<meta property="og:description" content="[^"]{20,}">/);
  });

  it('can show a full-screen spinner while the data of a member is loaded (section 2)', () => {
    const inMarkup = html.includes('<output');
    const byStarter = new RegExp(`<html [^>]*data-loading="${locale === 'es' ? 'Cargando' : 'Loading'}…"`).test(html);
    expect([inMarkup, byStarter]).toContain(true);
    expect(byStarter).toBe(!route.startsWith('/cabinet'));
  });
});

it('each quiz has a picture for networks and messengers in each language, 1200 pixels by 630', () => {
  const cards = Object.values(manifest.pages)
    .flatMap((files) => Object.values(files))
    .flatMap(({ file, isQuiz }) => (isQuiz ? /property="og:image" content="\/([^"]+)"/.exec(read(file))![1]! : []));
  expect(new Set(cards).size).toBe(8);
  for (const card of new Set(cards))
    expect(imageSize(readFileSync(path.join(site, card)))).toMatchObject({ width: 1200, height: 630, type: 'png' });
});

it('no style takes a window of 768 px for a desktop (section 9)', () => {
  const styles = readdirSync(path.join(site, 'assets')).filter((file) => file.endsWith('.css'));
  const conditions = styles.flatMap((file) => read(`assets/${file}`).match(/@media[^{]+/g) ?? []);
  const about = conditions.filter((condition) => /76[7-9]/.test(condition));
  expect(about.length).toBeGreaterThan(5);
  // Only these two forms: what is wider is a desktop, by a hundredth of a pixel at least.
  expect(about.filter((condition) => !/\((?:max-width:768px|min-width:768\.02px)\)/.test(condition))).toEqual([]);
});

it.each(['sw.js', 'visitor-worker.js'])('%s begins with its version, where the server adds its policy', (file) => {
  expect(read(file)).toMatch(/^self\.(shell|visitors)=\{"version":"[\w-]{8}"/);
});

it('no file knows the pages for development', () => {
  const files = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(html|js|json)$/.test(file),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => /\/dev\/|\bstand-in\b/i.test(read(file)))).toEqual([]);
});
