import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readBuildManifest } from '../../api/builds.ts';
import { readCatalog } from '../../api/content/catalog.ts';
import { loadSite } from '../../api/platform/site/load.ts';
import { type SiteManifest, SiteError } from '../../api/platform/site/manifest.ts';
import { type Address, findAddress } from '../../api/platform/site/serve.ts';
import { noSources } from '../../api/platform/http/security-headers.ts';
import { makeSmallSite } from '../harness/small-site.ts';

/** The small site after something has been done to its folder. */
async function errorAfter(
  damage: (directory: string) => void,
  load: (directory: string) => Promise<unknown> = loadSite,
): Promise<string> {
  const directory = makeSmallSite();
  damage(directory);
  const error: unknown = await load(directory).catch((error: unknown) => error);
  if (!(error instanceof SiteError)) throw new Error('The site was loaded', { cause: error });
  return error.message.replace(directory, 'site');
}

/** The same of its catalogue. */
function errorOfCatalog(damage: (file: string) => void): Promise<string> {
  return errorAfter((directory) => damage(join(directory, 'catalog.json')), readCatalog);
}

function withManifest(change: unknown) {
  return (directory: string) => writeFileSync(join(directory, 'pages.json'), JSON.stringify(change));
}

describe('a site that can’t be served stops the start with a sentence', () => {
  test('when it has not been built', async () => {
    const message = await errorAfter((directory) => rmSync(directory, { recursive: true }));
    expect(message).toBe("The site has not been built: site/pages.json can't be read. Run: npm run build");
  });

  test('when its manifest is damaged or of another kind', async () => {
    const cut = await errorAfter((directory) => writeFileSync(join(directory, 'pages.json'), '{"locales": ['));
    expect(cut).toBe('site/pages.json is not JSON. Build the site again: npm run build');
    for (const other of [null, [], {}, { locales: ['en'], defaultLocale: 'en', pages: {} }])
      expect(await errorAfter(withManifest(other))).toContain('is not the manifest of a site');
  });

  test.each(['funnels', 'company', 'plans'])('when its manifest lacks %s, which are for the domains', async (part) => {
    const { [part]: _gone, ...rest } = JSON.parse(readFileSync(join(makeSmallSite(), 'pages.json'), 'utf8'));
    expect(await errorAfter(withManifest(rest), readBuildManifest)).toBe(
      'site/pages.json is not the manifest of a site. Build the site again: npm run build',
    );
  });

  test('when a page is missing in a locale, or the default locale is none of its locales', async () => {
    const manifest: SiteManifest = {
      locales: ['en', 'es'],
      defaultLocale: 'en',
      redirects: {},
      pages: { '/login': { en: { file: 'pages/login.en.html', status: 200, csp: { scripts: [], styles: [] } } } },
      notFound: {},
      assetsUrl: '/assets/',
      hosts: {},
    };
    expect(await errorAfter(withManifest(manifest))).toContain('/login is missing in es');
    const other = { ...manifest, locales: ['en'], defaultLocale: 'fr' };
    expect(await errorAfter(withManifest(other))).toContain('fr is not a locale');
  });

  test('when the file of a page is not there', async () => {
    const message = await errorAfter((directory) => rmSync(join(directory, 'pages/login.es.html')));
    expect(message).toBe("The page pages/login.es.html of /login can't be read. Build the site again: npm run build");
  });

  test('when its catalogue of sessions is missing or damaged', async () => {
    const rebuild = 'Build the site again: npm run build';
    expect(await errorOfCatalog((file) => rmSync(file))).toBe(
      `The catalogue of sessions site/catalog.json can't be read. ${rebuild}`,
    );
    expect(await errorOfCatalog((file) => writeFileSync(file, '{"hash": '))).toBe(
      `site/catalog.json is not JSON. ${rebuild}`,
    );
    for (const other of ['null', '[]', '{"hash": "", "labels": [], "sessions": []}'])
      expect(await errorOfCatalog((file) => writeFileSync(file, other))).toBe(
        `site/catalog.json is not a catalogue of sessions. ${rebuild}`,
      );
  });
});

const tag = (address: string) => `<meta property="og:image" content="${address}/assets/card-1a2b3c.png">`;

test('The picture of a page for networks and messengers has its whole address, however the page is sent', async () => {
  const directory = makeSmallSite(tag(''));
  const htmlOf = async (publicUrl: string | null) => {
    const site = await loadSite(directory, { sources: noSources, consent: '', publicUrl });
    const { page } = findAddress(site, '/login') as Extract<Address, { kind: 'page' }>;
    const { identity, br, gzip } = page.get('en')!.variants;
    return [identity.body, brotliDecompressSync(br!.body), gunzipSync(gzip!.body)].map(String);
  };
  for (const html of await htmlOf('https://still-waters.example'))
    expect(html).toContain(tag('https://still-waters.example'));
  for (const html of await htmlOf(null)) expect(html).toContain(tag(''));
});

test('A page whose security policy has changed is sent again, though its text is the same', async () => {
  const directory = makeSmallSite();
  const etagOfLogin = async () => {
    const address = findAddress(await loadSite(directory), '/login');
    return address?.kind === 'page' ? address.page.get('en')?.variants.identity.headers['ETag'] : undefined;
  };
  const [first, unchanged] = [await etagOfLogin(), await etagOfLogin()];
  const manifest = readFileSync(join(directory, 'pages.json'), 'utf8');
  writeFileSync(join(directory, 'pages.json'), manifest.replaceAll('scriptOfen', 'otherScript'));
  expect(unchanged).toBe(first);
  expect(await etagOfLogin()).not.toBe(first);
});
