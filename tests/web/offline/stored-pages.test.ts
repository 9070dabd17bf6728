import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { answerAsset } from '../../../web/worker/assets.ts';
import {
  answerVisitorPage,
  cacheName,
  isVisitorsPage,
  storeBuild,
  removeOldBuilds,
} from '../../../web/worker/stored-pages.ts';
import { scope, type VisitorsBuild } from '../../../web/worker/scope.ts';
import { fakeCaches } from './fake-caches.ts';

const origin = 'https://example.com';
let caches: ReturnType<typeof fakeCaches>;
/** What the server has: the text of each page and file of one build; null where it is down. */
let published: ReadonlySet<string> | null;
let asked: string[];
let language: string | undefined;
let openPages: string[];
let version: string;
let failsWith: number;
let policy: string;
/** As Firefox's workers. */
let findsNoCookie: boolean;
const written = new Map<string, string>();
const cookieStore = {
  get: async (name: string) => {
    const value = name === 'locale' ? language : written.get(name);
    return findsNoCookie || value === undefined ? null : { value };
  },
  set: async ({ name, value }: { name: string; value: string }) => void written.set(name, value),
  delete: async (name: string) => void written.delete(name),
};

beforeEach(() => {
  caches = fakeCaches();
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('location', { origin });
  vi.stubGlobal('assets', '/assets/');
  vi.stubGlobal('cookieStore', cookieStore);
  vi.stubGlobal('clients', { matchAll: async () => openPages.map((path) => ({ url: origin + path })) });
  vi.stubGlobal('fetch', async (request: string | Request) =>
    serve(typeof request === 'string' ? request : request.url),
  );
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T12:00:00Z') });
  findsNoCookie = false;
  [asked, openPages, language, failsWith, policy] = [[], ['/calm?utm_source=ad'], undefined, 0, 'strict'];
  publish('1');
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Another build is on the server, and its worker in the browser. */
function publish(build: string): void {
  version = build;
  const words = (locale: string) => [`/assets/words-${locale}-${build}.js`];
  const parts: VisitorsBuild = {
    version,
    entry: `/assets/index-${build}.js`,
    files: [`/assets/index-${build}.js`, '/assets/same.css'],
    words: { en: words('en'), es: words('es') },
    pages: ['/calm', '/sleep', '/results'],
    pagesAhead: ['/results'],
    home: '/calm',
    defaultLocale: 'en',
  };
  vi.stubGlobal('visitors', parts);
  published = new Set([...parts.files, ...words('en'), ...words('es'), `/assets/calm-${build}.json`, ...parts.pages]);
}

function serve(address: string): Response {
  const { pathname } = new URL(address, origin);
  asked.push(pathname);
  if (published === null) throw new TypeError('Failed to fetch');
  if (failsWith > 0) return new Response('', { status: failsWith });
  if (!published.has(pathname)) return new Response('', { status: 404 });
  if (pathname.startsWith('/assets/')) return new Response(pathname);
  const files = pathname === '/calm' ? [`index-${version}.js`, `calm-${version}.json`] : [`index-${version}.js`];
  const headers = { Date: serverDate().toUTCString(), 'Content-Language': language ?? 'en', 'X-Policy': policy };
  return new Response(files.map((file) => `<link href="/assets/${file}">`).join(''), { headers });
}

let clockAhead = 0;
const serverDate = () => new Date(Date.now() - clockAhead);

const days = (count: number) => vi.setSystemTime(Date.now() + count * 24 * 60 * 60 * 1_000);

/** The text of the page, with what the server was asked for to show it. */
async function visit(path: string, cache: RequestCache = 'default') {
  asked = [];
  const work: Promise<unknown>[] = [];
  const response = await answerVisitorPage(new Request(origin + path, { cache }), (each) => void work.push(each));
  await Promise.all(work);
  return { status: response.status, text: await response.clone().text(), response, asked };
}

describe('a returning visitor', () => {
  beforeEach(() => storeBuild());

  test('gets what is kept, whatever brought them, and the server is not asked', async () => {
    const { text, response, asked: requests } = await visit('/calm?utm_source=mail&stepsLimit=5');
    expect(text).toContain('/assets/index-1.js');
    expect(response.headers.get('X-Policy')).toBe('strict');
    expect(requests).toEqual([]);
  });

  test('is led on from the root with the query string', async () => {
    const { response } = await visit('/?fbclid=1');
    expect([response.status, response.headers.get('Location')]).toEqual([302, `${origin}/calm?fbclid=1`]);
  });

  test('finds every file of a kept page while offline', async () => {
    published = null;
    for (const file of ['index-1.js', 'same.css', 'words-en-1.js', 'calm-1.json'])
      expect((await answerAsset(new Request(`${origin}/assets/${file}`), cacheName())).status).toBe(200);
  });

  test('gets a page that is seen for the first time from the server, and then the kept one', async () => {
    expect((await visit('/sleep')).asked).toContain('/sleep');
    expect((await visit('/sleep')).asked).toEqual([]);
  });

  test('gets the language of the cookie, kept or not', async () => {
    language = 'es';
    expect((await visit('/calm')).asked).toEqual(['/calm', '/assets/words-es-1.js']);
    expect((await visit('/calm')).asked).toEqual([]);
    for (language of ['unknown', 'es,en', 'constructor']) expect((await visit('/calm')).asked).toEqual([]);
  });

  test('gets the server’s page by reloading, and the kept one where that fails', async () => {
    expect((await visit('/calm', 'no-cache')).asked).toEqual(['/calm']);
    failsWith = 502;
    expect((await visit('/calm', 'no-cache')).status).toBe(200);
    published = null;
    expect((await visit('/calm', 'no-cache')).status).toBe(200);
  });

  test('gets the server’s page after a week, which is kept from then on, and the old one only while offline', async () => {
    days(7);
    published = null;
    expect((await visit('/calm')).status).toBe(200);
    publish('1');
    expect((await visit('/calm')).asked).toEqual(['/calm']);
    expect((await visit('/calm')).asked).toEqual([]);
  });
});

test.each([
  ['ahead', 365],
  ['behind', -365],
])('on a device whose clock is a year %s, what is kept is shown for a week all the same', async (_, ahead) => {
  clockAhead = ahead * 24 * 60 * 60 * 1_000;
  onTestFinished(() => {
    clockAhead = 0;
  });
  await storeBuild();
  expect((await visit('/results')).asked).toEqual([]);
  days(7);
  expect((await visit('/results')).asked).toEqual(['/results']);
});

describe('where a worker finds no cookie', () => {
  beforeEach(async () => {
    [findsNoCookie, language] = [true, 'es'];
    await storeBuild();
  });

  test('the server picks the language at each visit', async () => {
    expect((await visit('/calm')).asked).toEqual(['/calm']);
    language = 'en';
    expect((await visit('/calm')).response.headers.get('Content-Language')).toBe('en');
    language = 'es';
    expect((await visit('/calm')).response.headers.get('Content-Language')).toBe('es');
  });

  test('a page in whichever language is there while offline', async () => {
    published = null;
    expect((await visit('/calm')).response.headers.get('Content-Language')).toBe('es');
  });
});

test('leaves no cookie of its own, and writes none where it finds that of the language', async () => {
  const set = vi.spyOn(cookieStore, 'set');
  await storeBuild();
  expect(set).toHaveBeenCalled();
  expect([...written]).toEqual([]);
  set.mockClear();
  language = 'es';
  await visit('/calm');
  expect(set).not.toHaveBeenCalled();
});

describe('a new build', () => {
  beforeEach(async () => {
    await storeBuild();
    [asked, openPages] = [[], []];
    publish('2');
  });

  test('is kept with the pages that were used, and without what was here already', async () => {
    await storeBuild();
    expect(asked).not.toContain('/assets/same.css');
    published = null;
    expect((await visit('/calm')).text).toContain('/assets/calm-2.json');
  });

  test('leaves an open page the files of its own', async () => {
    await storeBuild();
    await removeOldBuilds();
    const response = await answerAsset(new Request(`${origin}/assets/index-1.js`), cacheName());
    expect(await response.text()).toBe('/assets/index-1.js');
  });

  test('removes what is two builds old, and nothing of others', async () => {
    await caches.open('answers-ann');
    await storeBuild();
    publish('3');
    await storeBuild();
    await removeOldBuilds();
    expect(await caches.keys()).toEqual(['answers-ann', 'visitors-2', 'visitors-3']);
  });

  test('is also the same code under another policy: each language is asked for again', async () => {
    await storeBuild();
    language = 'es';
    await visit('/calm');
    policy = 'with analytics';
    vi.stubGlobal('visitors', { ...scope.visitors, version: `${policy}-2` });
    await storeBuild();
    for (language of ['es', 'en']) expect((await visit('/calm')).response.headers.get('X-Policy')).toBe(policy);
  });

  test('is not kept where the server has another one already', async () => {
    version = '3';
    await expect(storeBuild()).rejects.toThrow('is not of this build');
  });

  test('a page of a newer build is shown, and not kept with the files of this one', async () => {
    await storeBuild();
    version = '3';
    expect((await visit('/sleep')).text).toContain('index-3.js');
    expect((await visit('/sleep')).asked).toContain('/sleep');
  });
});

test('a browser without storage gets what the server says', async () => {
  vi.stubGlobal('caches', { keys: broken, open: broken, match: broken });
  expect((await visit('/calm')).asked).toEqual(['/calm']);
});

test.each([
  ['/', true],
  ['/calm?utm_source=ad', true],
  ['/results', true],
  ['/calm?locale=es', false],
  ['/calm/', false],
  ['/login', false],
  ['/api/v1/users/me/', false],
])('the worker answers %s: %s', (path, isAnswered) => {
  expect(isVisitorsPage(new URL(path, origin))).toBe(isAnswered);
});

const broken = async () => {
  throw new DOMException('Unexpected internal error.', 'UnknownError');
};
