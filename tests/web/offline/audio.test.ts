import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { audioKey, cacheNames, storedAtHeader, languageHeader } from '../../../web/session/offline-caches.ts';
import { answerAudio } from '../../../web/worker/audio.ts';
import { userKey } from '../../../web/worker/answers.ts';
import { fakeCaches } from './fake-caches.ts';

const ticket = { contentId: 'tide', userId: 'ana', language: 'en' };
let caches: ReturnType<typeof fakeCaches>;

beforeEach(async () => {
  caches = fakeCaches();
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('fetch', async () => new Response('from the line'));
  const audio = await caches.open(cacheNames.audio('ana'));
  await audio.put(audioKey('tide'), new Response('0123456789', { headers: { [languageHeader]: 'en' } }));
  await access('9999-12-31T00:00:00Z');
});
afterEach(() => vi.unstubAllGlobals());

async function access(accessTo: string): Promise<void> {
  await (await caches.open(cacheNames.answers('ana'))).put(userKey, Response.json({ accessTo }));
}

const ask = async (range: string, asked = ticket): Promise<string> => {
  const headers = { Range: range };
  return (await answerAudio(new Request('https://example.com/audio/', { headers }), asked)).text();
};

test('a file is read once, however many parts of it are asked for', async () => {
  expect([await ask('bytes=0-1'), await ask('bytes=4-'), await ask('bytes=-2')]).toEqual(['01', '456789', '89']);
  expect(caches.reads()).toBe(1);
});

test('another language, another user and another session come from the server', async () => {
  await ask('bytes=0-1');
  for (const other of [{ language: 'es' }, { userId: 'ben' }, { contentId: 'rain' }])
    expect(await ask('bytes=0-1', { ...ticket, ...other })).toBe('from the line');
});

test('what is kept is not played once access is over', async () => {
  await ask('bytes=0-1');
  await access('2020-01-01T00:00:00Z');
  expect(await ask('bytes=0-1')).toBe('from the line');
});

const day = (days: number) => new Date(Date.now() + days * 86_400_000);

/** The server has said until when access lasts, and by its `Date` what time it was. */
async function accessAt(server: Date, accessTo: Date): Promise<void> {
  const headers = { Date: server.toUTCString(), [storedAtHeader]: new Date().toISOString() };
  await (await caches.open(cacheNames.answers('ana'))).put(userKey, Response.json({ accessTo }, { headers }));
}

test('access is over by the clock of the server, not by one that is a year off', async () => {
  await accessAt(day(-365), day(-360));
  expect(await ask('bytes=0-1')).toBe('01');
  await accessAt(day(365), day(360));
  expect(await ask('bytes=0-1')).toBe('from the line');
});

test('nothing is played of what was removed at the end of a session', async () => {
  await ask('bytes=0-1');
  await caches.delete(cacheNames.audio('ana'));
  expect(await ask('bytes=0-1')).toBe('from the line');
});
