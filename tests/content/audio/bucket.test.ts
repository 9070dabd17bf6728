import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openAudioBucket } from '../../../api/content/audio/bucket.ts';
import { startBucket } from './bucket-server.ts';
import { folderForTest } from './running-audio.ts';

const key = 'made/lamp.mp3';
const path = `/sounds/${key}`;

async function openForTest(change: { readonly secret?: string } = {}) {
  const { settings, objects, requests, faults } = await startBucket();
  let passed = 0;
  const warnings: unknown[] = [];
  const log = {
    error: () => undefined,
    info: () => undefined,
    warn: (_event: string, context?: object) => void warnings.push(context),
  };
  const now = () => new Date(Date.now() + passed);
  const bucket = openAudioBucket({ settings: { ...settings, ...change }, log, now });
  const file = join(folderForTest(), 'lamp.mp3');
  writeFileSync(file, 'sound');
  return {
    objects,
    requests,
    faults,
    warnings,
    find: () => bucket.find(key, now(), 'GET'),
    put: () => bucket.put(key, file),
    offer: () => bucket.offer(key, file),
    wait: (milliseconds: number) => void (passed += milliseconds),
  };
}

describe('what is offered to a bucket', () => {
  test('is put there where it was missing when that was asked last, and was not put there since', async () => {
    const { find, offer, put, objects, requests } = await openForTest();
    offer();
    expect(await find()).toBeNull();
    await put();
    // A listener who has read that it is missing comes late.
    offer();
    expect(await find()).toBeNull();
    expect(requests).toEqual([`HEAD ${path} 404`, `PUT ${path} 200`, `HEAD ${path} 200`]);

    objects.clear();
    offer();
    expect(await find()).toBeNull();
    expect(objects.size).toBe(0);
  });

  test('is put there once until that is asked again, though it fails', async () => {
    const { find, offer, wait, faults, requests, warnings } = await openForTest();
    faults.set(path, 500);
    const tries = () => requests.filter((request) => request.startsWith('PUT')).length;
    for (const count of [1, 2]) {
      await find();
      offer();
      await expect.poll(() => warnings).toHaveLength(count);
      await find();
      offer();
      wait(30_000);
    }
    await find();
    expect(tries()).toBe(2);
    expect(warnings).toEqual(Array.from({ length: 2 }, () => ({ reason: 'The bucket answered 500.' })));
  });

  test('is not put there where the bucket has not said whether it has it', async () => {
    const { find, offer, requests, warnings } = await openForTest({ secret: 'another-secret' });
    for (let time = 0; time < 2; time++) {
      expect(await find()).toBeNull();
      offer();
    }
    await find();
    expect([requests, warnings]).toEqual([[`HEAD ${path} 403`], [{ reason: 'status 403' }]]);
  });
});
