import { beforeEach, expect, test, vi } from 'vitest';
import { savedFiles, writeSize } from '../../../web/pages/cabinet/offline/saved.ts';
import { fakeCaches } from './fake-caches.ts';

beforeEach(() => void vi.stubGlobal('caches', fakeCaches()));

const files = savedFiles('ada', 'en');
const audio = (bytes: number) => new Response('x'.repeat(bytes), { headers: { 'Content-Length': String(bytes) } });

/** Plays a session to where it is kept. */
async function play(...ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await files.put(id, audio(10));
    await files.touch(id);
  }
}

test('of what was played, the last three stay; what was chosen stays besides', async () => {
  await files.choose('rain');
  await files.choose('bells');
  await play('a', 'b', 'c', 'rain', 'a', 'd', 'bells');
  expect((await files.list()).toSorted()).toEqual(['a', 'bells', 'c', 'd', 'rain']);
});

test('what was chosen makes no room for others', async () => {
  await files.choose('rain');
  await play('rain', 'a');
  expect(await files.dropOldest('b')).toBe(true);
  expect(await files.dropOldest('b')).toBe(false);
  expect(await files.list()).toEqual(['rain']);
});

test('what is removed is gone, and chosen no more', async () => {
  await files.choose('rain');
  await play('rain', 'a');
  await files.remove('rain');
  await files.remove('a');
  expect(await files.read()).toEqual({ sessions: [], chosen: [] });
});

test('its size is known, and what is still on its way', async () => {
  await files.choose('rain');
  await files.choose('bells');
  await files.put('bells', audio(1_234));
  expect(await files.read()).toEqual({ sessions: [{ id: 'bells', bytes: 1_234 }], chosen: ['rain', 'bells'] });
  expect(await savedFiles('ada', 'es').read()).toMatchObject({ sessions: [] });
  expect(await savedFiles('eva', 'en').read()).toEqual({ sessions: [], chosen: [] });
});

test('sizes are written as each language does', () => {
  expect(writeSize(9_600_000, 'en')).toBe('9.6 MB');
  expect(writeSize(9_600_000, 'es')).toBe('9,6 MB');
});
