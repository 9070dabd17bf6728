import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cacheNames, isOfOtherBuild, ownerOf } from '../../../web/session/offline-caches.ts';
import { mayListen } from '../../../web/worker/audio.ts';
import { isOfBuild } from '../../../web/worker/shell.ts';

const page = (...files: string[]) => files.map((file) => `<link rel="modulepreload" href="/assets/${file}">`).join('');

test('answers and audio belong to one user, code and pages to none', () => {
  expect([cacheNames.answers('ann'), cacheNames.audio('ann')].map(ownerOf)).toEqual(['ann', 'ann']);
  expect([cacheNames.shell('v1'), cacheNames.seen('v1')].map(ownerOf)).toEqual([null, null]);
});

test('a new build removes what others left, and nothing of its own or of users', () => {
  const names = ['v1', 'v2'].flatMap((version) => [cacheNames.shell(version), cacheNames.seen(version)]);
  const removed = [...names, cacheNames.answers('ann'), cacheNames.audio('ann'), 'another-thing'].filter((name) =>
    isOfOtherBuild(name, 'v2'),
  );
  expect(removed).toEqual([cacheNames.shell('v1'), cacheNames.seen('v1')]);
});

beforeEach(() => void vi.stubGlobal('assets', '/assets/'));
afterEach(() => vi.unstubAllGlobals());

test('a page is kept only with the build whose code it loads', () => {
  const build = { files: ['/assets/main-1.js', '/assets/main-1.css'], words: { en: ['/assets/site-1.js'], es: [] } };
  expect(isOfBuild(page('main-1.js', 'site-1.js'), build)).toBe(true);
  expect(isOfBuild(page('main-1.js', 'site-2.js'), build)).toBe(false);
  expect(isOfBuild('<h1>Please log in to the hotel network</h1>', build)).toBe(false);
});

test('who may not listen any more hears nothing that is kept', () => {
  const now = new Date('2026-11-21T20:00:00Z');
  expect(mayListen('2026-11-21T20:00:01Z', now)).toBe(true);
  expect(mayListen('2026-11-21T20:00:00Z', now)).toBe(false);
  expect(mayListen(null, now)).toBe(false);
  expect(mayListen(undefined, now)).toBe(false);
});
