import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { openAudioBucket } from '../../api/content/audio/bucket.ts';
import type { Database } from '../../api/platform/db/database.ts';
import { sizeOf } from '../../scripts/soundscape/sound/format.ts';
import { describePostgres } from '../harness/databases.ts';
import { startBucket } from './audio/bucket-server.ts';
import { addMember, folderForTest, grantAccess, runAudio } from './audio/running-audio.ts';
import { addSessions } from './running-content.ts';

const { bytes } = sizeOf(3);
const hour = 3_600_000;

/** It is whole a moment after its last byte was sent. */
const listenUntilStored = (listen: (id: string) => Promise<unknown>, objects: ReadonlyMap<string, unknown>) =>
  expect
    .poll(async () => {
      await listen('lamp');
      return objects.size;
    })
    .toBe(1);

describePostgres('audio in a bucket', (open) => {
  let database: Database;
  let ada: Awaited<ReturnType<typeof addMember>>;

  beforeAll(async () => {
    database = await open();
    await addSessions(database, [{ id: 'lamp' }, { id: 'spoken' }]);
    await database.knex('content').update({ duration_seconds: 3, category: 'calm', voice: 'pads' });
    await database
      .knex('content')
      .where({ id: 'spoken' })
      .update({ audio: JSON.stringify({ en: 'voice/one two.mp3', es: 'dos.mp3' }) });
    ada = await addMember(database);
    await grantAccess(database, ada.userId);
  });

  /** The server with its bucket; `wait` lets so many milliseconds go by for what it remembers. */
  async function run(secret?: string) {
    const storage = await startBucket();
    const warnings: string[] = [];
    const start = Date.now(); // by itself no time goes by, however slow the machine is
    let passed = 0;
    const log = {
      error: () => undefined,
      info: () => undefined,
      warn: (_event: string, context?: object) => void warnings.push(JSON.stringify(context)),
    };
    const settings = { ...storage.settings, ...(secret !== undefined && { secret }) };
    const bucket = openAudioBucket({ settings, log, now: () => new Date(start + passed) });
    const recordings = folderForTest();
    const { ask } = await runAudio(database, { bucket, recordings });
    const listen = (id: string, options: { method?: string; ago?: number } = {}) =>
      ask(ada.url(id, new Date(Date.now() - (options.ago ?? 0))), {
        headers: ada.cookie,
        method: options.method ?? 'GET',
      });
    const wait = (milliseconds: number) => void (passed += milliseconds);
    return { ...storage, listen, wait, warnings, recordings, ask };
  }

  describe('that the server made', () => {
    test('is put there when it is sent a second time, and comes from there for listeners who open the session later', async () => {
      const { listen, objects, requests, wait, warnings } = await run();
      const here = await listen('lamp');
      expect([here.status, objects.size]).toEqual([200, 0]);
      await listenUntilStored(listen, objects);
      expect([...objects.keys()]).toEqual([expect.stringMatching(/^\/sounds\/made\/lamp-\w+\.mp3$/)]);
      const [stored] = [...objects.values()];
      expect(stored).toMatchObject({ contentType: 'audio/mpeg', body: here.body });

      // A listener who has begun here goes on here.
      expect((await listen('lamp')).status).toBe(200);
      stored!.storedAt = new Date(Date.now() - hour / 2);
      wait(hour);
      const moved = await listen('lamp');
      expect(moved).toMatchObject({ status: 302, headers: { 'cache-control': 'no-store' } });
      const there = await fetch(moved.headers.location!);
      expect([there.status, Buffer.from(await there.arrayBuffer())]).toEqual([200, here.body]);
      expect((await listen('lamp', { ago: hour * 0.6 })).status).toBe(200);

      const asked = requests.length;
      expect((await listen('lamp')).status).toBe(302);
      expect(requests).toHaveLength(asked); // it is known for a while
      expect(warnings).toEqual([]);
    });

    test('has an address there that is good for one object, for one method and for an hour', async () => {
      const { listen, objects, wait } = await run();
      await listenUntilStored(listen, objects);
      for (const object of objects.values()) object.storedAt = new Date(Date.now() - hour / 2);
      wait(hour);
      const address = (await listen('lamp')).headers.location!;
      expect(new URL(address).searchParams.get('X-Amz-Expires')).toBe('3600');
      for (const forged of [
        address.replace('lamp-', 'lamb-'),
        address.replace('X-Amz-Expires=3600', 'X-Amz-Expires=86400'),
        address.replace(/\?.*/, ''),
      ])
        expect((await fetch(forged)).status).toBe(403);
      expect((await fetch(address, { method: 'HEAD' })).status).toBe(403);
      const head = await listen('lamp', { method: 'HEAD' });
      expect((await fetch(head.headers.location!, { method: 'HEAD' })).status).toBe(200);
    });
  });

  test('a recording comes from there where it is there, and else from the folder', async () => {
    const { listen, objects, recordings, wait } = await run();
    mkdirSync(join(recordings, 'voice'));
    writeFileSync(join(recordings, 'voice/one two.mp3'), 'spoken');
    expect(await listen('spoken')).toMatchObject({ status: 200, text: 'spoken' });
    const storedAt = new Date(Date.now() - 2 * hour);
    const object = { body: Buffer.from('spoken there'), contentType: 'audio/mpeg', storedAt };
    objects.set('/sounds/recordings/voice/one%20two.mp3', object);
    wait(hour);
    const moved = await listen('spoken');
    expect(await (await fetch(moved.headers.location!)).text()).toBe('spoken there');
  });

  test('is not requested for users without access', async () => {
    const { ask, requests } = await run();
    const bea = await addMember(database);
    expect((await ask(bea.url('lamp'), { headers: bea.cookie })).status).toBe(403);
    expect((await ask(ada.url('lamp'))).status).toBe(401);
    expect(requests).toEqual([]);
  });

  test('comes from the server where the bucket is away or refuses the key, with a line in the log', async () => {
    const away = await run();
    away.stop();
    const refused = await run('another-secret');
    // The second time, it could be put there.
    for (const { listen } of [away, refused, away, refused]) expect((await listen('lamp')).body).toHaveLength(bytes);
    expect(away.warnings).toEqual([expect.stringContaining('fetch failed')]);
    expect([refused.warnings, refused.requests]).toEqual([
      ['{"reason":"status 403"}'],
      [expect.stringMatching(/^HEAD .* 403$/)],
    ]);
  });
});
