import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { isFiltered, readFilters, writeFilters } from '../../../web/pages/cabinet/sessions/filters.ts';
import { content } from '../../../web/pages/cabinet/content.ts';
import { reports } from '../../../web/pages/cabinet/reports/report-calls.ts';
import { savedFiles } from '../../../web/pages/cabinet/offline/saved.ts';
import { forbidsServices, tellableReferrer } from '../../../web/analytics/services/addresses.ts';
import { contentKey, updateProgress } from '../../../web/worker/answers.ts';
import { cacheNames } from '../../../web/session/offline-caches.ts';
import type { ApiRequest } from '../../../web/session/transport.ts';
import { fakeCaches } from '../offline/fake-caches.ts';

/** What works without what Safari 16.1, the oldest browser that the site supports, doesn't have. */

const send = vi.fn<(request: ApiRequest) => Promise<Response>>();
vi.mock('../../../web/session/page-session.ts', () => ({ session: () => ({ api: { send } }) }));

beforeAll(() => {
  vi.spyOn(URLSearchParams.prototype, 'size', 'get').mockReturnValue(undefined as never);
  vi.spyOn(Response, 'json').mockImplementation(missing);
  vi.spyOn(URL, 'canParse').mockImplementation(missing);
});
beforeEach(() => void vi.stubGlobal('caches', fakeCaches()));
afterAll(() => vi.unstubAllGlobals());

test('filters are in the address', () => {
  const query = writeFilters('', { ...readFilters(''), search: 'rain' });
  expect(query).toBe('?search=rain');
  expect(isFiltered(readFilters(query))).toBe(true);
});

test('lists and reports are asked for with what they are to be of', async () => {
  send.mockImplementation(async () => new Response('{}'));
  await content.dashboard('2026-11-21');
  await reports.read({ funnel: 'sleep-issues', from: '2026-11-01' });
  const paths = send.mock.calls.map(([{ path }]) => path);
  expect(paths[0]).toContain('?day=2026-11-21&timeZone=');
  expect(paths[1]).toBe('/v1/reports/{funnel}/?from=2026-11-01');
});

test('sessions are saved for offline, and go on where the listener was', async () => {
  const files = savedFiles('ann', 'en');
  await files.choose('rain');
  await files.touch('bells');
  expect((await files.read()).chosen).toEqual(['rain']);
  const cache = await caches.open(cacheNames.answers('ann'));
  await cache.put(contentKey('rain'), new Response('{"id":"rain","positionSeconds":0}'));
  const progress = {
    id: 'rain',
    positionSeconds: 73,
    status: 'in_progress',
    startedAt: null,
    finishedAt: null,
  } as const;
  await updateProgress('ann', progress);
  const kept = (await cache.match(contentKey('rain')))!;
  expect([await kept.json(), kept.headers.get('Content-Type')]).toEqual([progress, 'application/json']);
});

test('services get the site that the visitor came from, where that is known', () => {
  expect(tellableReferrer('https://example.com/a?b')).toBe('https://example.com/');
  expect(tellableReferrer('')).toBe('');
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  vi.stubGlobal('location', { pathname: '/sleep-issues' });
  const began = vi.spyOn(performance, 'getEntriesByType');
  for (const [name, forbids] of [
    ['https://example.com/sleep-issues', false],
    ['https://example.com/reset-password/1/2', true],
    ['no address', false],
  ] as const) {
    began.mockReturnValue([{ name }] as never);
    expect(forbidsServices()).toBe(forbids);
  }
});

function missing(): never {
  throw new TypeError('undefined is not a function');
}
