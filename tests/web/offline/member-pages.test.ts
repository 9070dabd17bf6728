import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { cacheNames } from '../../../web/session/offline-caches.ts';
import type { FetchEvent, Shell } from '../../../web/worker/scope.ts';
import { answerMemberPage } from '../../../web/worker/shell.ts';
import { fakeCaches } from './fake-caches.ts';

const shell: Shell = { version: '1', pages: ['/cabinet/sessions'], files: [], words: { en: [] } };

beforeEach(() => {
  vi.stubGlobal('shell', shell);
  vi.stubGlobal('caches', fakeCaches());
});
afterEach(() => vi.unstubAllGlobals());

/** The text of the page, given what was asked for ahead; offline without it. */
async function open(preloadResponse: FetchEvent['preloadResponse']): Promise<string> {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const request = new Request('https://example.com/cabinet/sessions');
  return (await answerMemberPage({ request, preloadResponse } as FetchEvent)).text();
}

describe('a member’s page', () => {
  test('is the server’s where that has answered what was asked for ahead', async () => {
    expect(await open(Promise.resolve(new Response('fresh')))).toBe('fresh');
  });

  describe('offline', () => {
    beforeEach(async () => {
      const cache = await caches.open(cacheNames.shell(shell.version));
      await cache.put('/cabinet/sessions?language=en', new Response('stored'));
    });

    test.each([
      ['is rejected', () => Promise.reject(new TypeError('Failed to fetch'))],
      ['comes as an error, as in Firefox', () => Promise.resolve(Response.error())],
      ['isn’t there', () => Promise.resolve(undefined)],
    ])('is the stored one where what was asked for ahead %s', async (_, preload) => {
      expect(await open(preload())).toBe('stored');
    });
  });

  test('fails as the network does where none is stored', async () => {
    await expect(open(Promise.resolve(Response.error()))).rejects.toThrow('Failed to fetch');
  });
});
