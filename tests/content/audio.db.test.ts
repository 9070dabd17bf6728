import { createServer } from 'node:http';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { frameBytes, sizeOf } from '../../scripts/soundscape/sound/format.ts';
import type { Database } from '../../api/platform/db/database.ts';
import { listenAnywhere, type Answer } from '../harness/app.ts';
import { describePostgres } from '../harness/databases.ts';
import {
  addMember,
  childrenInHand,
  expiredCookie,
  folderForTest,
  grantAccess,
  runAudio,
} from './audio/running-audio.ts';
import { addSessions } from './running-content.ts';

type Member = Awaited<ReturnType<typeof addMember>>;

const { bytes } = sizeOf(3);
/** So that every place of it is known. */
const sound = Buffer.from(Array.from({ length: bytes }, (_, index) => index % 251));

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const codeOf = ({ status, text }: Answer) => [status, (JSON.parse(text) as { code: string }).code];

describePostgres('audio', (open) => {
  let database: Database;
  let ada: Member;

  beforeAll(async () => {
    database = await open();
    await addSessions(database, [{ id: 'lamp' }, { id: 'file' }, { id: 'spoken' }, { id: 'gone', retired: true }]);
    await database.knex('content').update({ duration_seconds: 3, category: 'calm', voice: 'pads' });
    ada = await addMember(database);
    await grantAccess(database, ada.userId);
  });

  const setAudio = (id: string, audio: object) =>
    database
      .knex('content')
      .where({ id })
      .update({ audio: JSON.stringify(audio) });

  describe('is refused to', () => {
    test('another member than that of the address', async () => {
      const { ask } = await runAudio(database);
      const bea = await addMember(database);
      await grantAccess(database, bea.userId);
      const url = ada.url('lamp');
      expect(codeOf(await ask(url))).toEqual([401, 'not_signed_in']);
      expect(codeOf(await ask(url, { headers: { Cookie: 'authToken=x' } }))).toEqual([401, 'not_signed_in']);
      expect(codeOf(await ask(url, { headers: bea.cookie }))).toEqual([400, 'link_invalid']);
      const bearer = { ...ada.cookie, Authorization: `Bearer ${bea.token}` };
      expect(codeOf(await ask(url, { headers: bearer }))).toEqual([400, 'link_invalid']);
    });

    test('an address that is forged, for another session, or too old', async () => {
      const { ask, requests } = await runAudio(database);
      const headers = ada.cookie;
      const url = ada.url('lamp');
      expect(codeOf(await ask(url.replace(/.\/$/, '!/'), { headers }))).toEqual([400, 'link_invalid']);
      expect(codeOf(await ask(url.replace('lamp', 'file'), { headers }))).toEqual([400, 'link_invalid']);
      const old = ada.url('lamp', new Date(Date.now() - 3_601_000));
      expect(codeOf(await ask(old, { headers }))).toEqual([410, 'link_expired']);
      expect(codeOf(await ask(ada.url('never-was'), { headers }))).toEqual([404, 'not_found']);
      expect(codeOf(await ask(url, { headers, method: 'POST' }))).toEqual([405, 'method_not_allowed']);
      const routes = new Set(requests.map(({ context }) => context?.['route']));
      expect([...routes]).toEqual(['/v1/content/{id}/audio/{ticket}/']);
    });

    test('a member without access, or who has logged out', async () => {
      const { ask } = await runAudio(database);
      const cora = await addMember(database);
      const listen = async () => codeOf(await ask(cora.url('lamp'), { headers: cora.cookie }));
      expect(await listen()).toEqual([403, 'no_access']);
      await grantAccess(database, cora.userId, '2020-01-01');
      expect(await listen()).toEqual([403, 'no_access']);
      await grantAccess(database, cora.userId);
      await database.knex('sessions').where({ id: cora.loginId }).update({ ended_at: database.knex.fn.now() });
      expect(await listen()).toEqual([401, 'not_signed_in']);
    });
  });

  describe('that we make', () => {
    test('is an MP3 of known length in frames of one size; an expired token of the member will do', async () => {
      const { ask, folder } = await runAudio(database);
      const started = performance.now();
      const answer = await ask(ada.url('lamp'), { headers: expiredCookie(ada) });
      console.log(`a first play of 3 seconds took ${Math.round(performance.now() - started)} ms`);
      expect(answer.status).toBe(200);
      expect(answer.headers).toMatchObject({
        'content-type': 'audio/mpeg',
        'content-length': String(bytes),
        'accept-ranges': 'bytes',
        'cache-control': 'private, max-age=3600, no-transform',
        'cross-origin-resource-policy': 'same-origin',
      });
      expect(answer.body).toHaveLength(bytes);
      for (let place = 0; place < bytes; place += frameBytes) expect(answer.body.readUInt16BE(place)).toBe(0xff_f3);
      expect(readdirSync(folder)).toHaveLength(1);
      const { etag = '' } = answer.headers;
      const headers = { ...ada.cookie, Range: 'bytes=-192', 'If-Range': etag };
      const end = await ask(ada.url('lamp'), { headers });
      expect([end.status, end.body]).toEqual([206, answer.body.subarray(-192)]);
      expect((await ask(ada.url('lamp'), { headers: { ...ada.cookie, 'If-None-Match': etag } })).status).toBe(304);
    });

    test('plays while it is being made: what is there at once, what comes when it comes', async () => {
      const { startChild, next } = childrenInHand();
      const { ask } = await runAudio(database, { startChild });
      const listen = (range: string) => ask(ada.url('gone'), { headers: { ...ada.cookie, Range: range } });
      const late = listen(`bytes=${bytes - 10}-`);
      const child = await next();
      child.write(sound.subarray(0, 1_000));
      const early = await listen('bytes=500-999');
      expect([early.status, early.body]).toEqual([206, sound.subarray(500, 1_000)]);
      expect(early.headers['content-range']).toBe(`bytes 500-999/${bytes}`);
      const whole = listen('bytes=0-');
      child.write(sound.subarray(1_000));
      expect((await late).body).toEqual(sound.subarray(-10));
      child.finish();
      expect((await whole).body).toEqual(sound);
      expect((await listen(`bytes=${bytes}-`)).headers['content-range']).toBe(`bytes */${bytes}`);
    });

    test('is described by HEAD without being made', async () => {
      const { startChild, started } = childrenInHand();
      const { ask } = await runAudio(database, { startChild });
      const answer = await ask(ada.url('lamp'), { headers: ada.cookie, method: 'HEAD' });
      expect([answer.status, answer.headers['content-length'], started()]).toEqual([200, String(bytes), 0]);
    });

    test('is being prepared while it takes long, and not there when the process that makes it is killed', async () => {
      const { startChild, next } = childrenInHand();
      const { ask, events } = await runAudio(database, { startChild, queueMilliseconds: 50, timeoutMilliseconds: 50 });
      const listen = (range = 'bytes=0-') => ask(ada.url('lamp'), { headers: { ...ada.cookie, Range: range } });
      const collecting = setInterval(collectGarbage, 10);
      const slow = await listen().finally(() => clearInterval(collecting));
      expect(codeOf(slow)).toEqual([409, 'being_prepared']);
      expect(slow.headers).toMatchObject({ 'retry-after': '10', 'cache-control': 'no-store' });
      expect(slow.headers).not.toHaveProperty('etag');
      const child = await next();
      child.write(sound.subarray(0, 100));
      expect(codeOf(await listen('bytes=100-'))).toEqual([409, 'being_prepared']);
      child.die('SIGKILL');
      expect(codeOf(await listen())).toEqual([503, 'unavailable']);
      expect(events).toEqual(['audio_not_made']);
    });

    test('is prepared for six members who begin six sessions at once, in the order in which they asked', async () => {
      const ids = ['one', 'two', 'three', 'four', 'five', 'six'];
      const rows = database.knex('content').whereIn('id', ids);
      await addSessions(
        database,
        ids.map((id) => ({ id })),
      );
      await rows.update({ duration_seconds: 3, category: 'calm', voice: 'pads' });
      const { startChild, next, started } = childrenInHand();
      const { ask, events } = await runAudio(database, { startChild, queueMilliseconds: 20 });
      const listen = async (id: string, Range = 'bytes=0-99') => {
        const member = await addMember(database);
        await grantAccess(database, member.userId);
        return ask(member.url(id), { headers: { ...member.cookie, Range } });
      };
      const playing = listen('one', 'bytes=0-'); // until it is whole: what nobody listens to makes room
      let child = await next();
      child.write(sound);
      for (const id of ids.slice(1)) expect(codeOf(await listen(id))).toEqual([409, 'being_prepared']);
      expect(started()).toBe(1);
      for (const id of ids) {
        expect(child.job.piece.id).toBe(id);
        child.finish();
        expect((await (id === 'one' ? playing : listen(id))).status).toBe(206);
        if (id === 'six') break;
        child = await next();
        child.write(sound);
      }
      expect(events).toEqual([]);
    });
  });

  describe('of a recording', () => {
    test('in the folder is sent by range, by language, and from nowhere else', async () => {
      const recordings = join(folderForTest(), 'recordings');
      mkdirSync(recordings);
      writeFileSync(join(recordings, 'calm.mp3'), 'abcdefgh');
      writeFileSync(join(recordings, '../secret.mp3'), 'secret');
      await setAudio('file', { en: 'calm.mp3', es: '../secret.mp3' });
      const { ask, events } = await runAudio(database, { recordings });
      const headers = { ...ada.cookie, Range: 'bytes=2-4' };
      const answer = await ask(ada.url('file'), { headers });
      expect([answer.status, answer.text]).toEqual([206, 'cde']);
      expect(answer.headers).toMatchObject({ 'content-type': 'audio/mpeg', 'content-range': 'bytes 2-4/8' });
      expect(answer.headers['cache-control']).toMatch(/^private, max-age=3600/);
      const beyond = await ask(ada.url('file'), { headers: { ...ada.cookie, Range: 'bytes=8-' } });
      expect([beyond.status, beyond.headers['content-range']]).toEqual([416, 'bytes */8']);
      expect(codeOf(await ask(ada.url('file', new Date(), 'es'), { headers }))).toEqual([503, 'unavailable']);
      expect(events).toEqual(['recording_missing']);
    });

    test('on another server is passed on, by range, without a word of where it is', async () => {
      const asked: unknown[] = [];
      const upstream = createServer((request, response) => {
        asked.push([request.method, request.headers.range, request.headers.cookie]);
        if (request.url === '/page') return response.setHeader('Content-Type', 'text/html').end('<p>Sorry');
        response.writeHead(206, { 'Content-Type': 'audio/ogg', 'Content-Range': 'bytes 1-3/9', 'X-Where': 'there' });
        response.end('bcd');
      });
      onTestFinished(() => void upstream.close());
      const port = await listenAnywhere(upstream);
      await setAudio('spoken', { en: `http://127.0.0.1:${port}/spoken.ogg`, es: `http://127.0.0.1:${port}/page` });
      const { ask, logged } = await runAudio(database);
      const headers = { ...ada.cookie, Range: 'bytes=1-3' };
      const answer = await ask(ada.url('spoken'), { headers });
      expect([answer.status, answer.text]).toEqual([206, 'bcd']);
      expect(answer.headers).toMatchObject({ 'content-type': 'audio/ogg', 'content-range': 'bytes 1-3/9' });
      expect(JSON.stringify(answer.headers)).not.toMatch(/there|127\.0\.0\.1/);
      expect(asked).toEqual([['GET', 'bytes=1-3', undefined]]);
      expect(codeOf(await ask(ada.url('spoken', new Date(), 'es'), { headers }))).toEqual([503, 'unavailable']);
      upstream.closeAllConnections();
      await new Promise((resolve) => upstream.close(resolve));
      expect(codeOf(await ask(ada.url('spoken'), { headers }))).toEqual([503, 'unavailable']);
      expect(logged).not.toContainEqual(expect.objectContaining({ event: 'request_failed' }));
    });
  });

  describe('as a sample', () => {
    const { bytes: sampleBytes } = sizeOf(30);
    const answerOf = async (options: { readonly isAddressEnough?: boolean } = {}) => {
      const { startChild, next } = childrenInHand();
      const { ask, requests } = await runAudio(database, { startChild, ...options });
      const answer = ask('/api/v1/content/lamp/sample/', { headers: { Range: 'bytes=0-' } });
      const child = await next();
      child.write(Buffer.alloc(sampleBytes, 1));
      child.finish();
      return { answer: await answer, piece: child.job.piece, ask, requests };
    };

    test('is half a minute in the sound of the session, for anyone, and kept by everyone for a day', async () => {
      const { answer, piece, ask, requests } = await answerOf();
      expect(piece).toEqual({ id: 'lamp', category: 'calm', voice: 'pads', durationSeconds: 30 });
      expect([answer.status, answer.body.length]).toEqual([206, sampleBytes]);
      expect(answer.headers).toMatchObject({
        'content-type': 'audio/mpeg',
        'cache-control': 'public, max-age=86400, no-transform',
        'cross-origin-resource-policy': 'same-origin',
      });
      const headers = { 'If-None-Match': answer.headers.etag! };
      expect((await ask('/api/v1/content/lamp/sample/', { headers })).status).toBe(304);
      const routes = new Set(requests.map(({ context }) => context?.['route']));
      expect([...routes]).toEqual(['/v1/content/{id}/sample/']);
    });

    test('may be played by a site on another host', async () => {
      const { answer } = await answerOf({ isAddressEnough: true });
      expect(answer.headers['cross-origin-resource-policy']).toBe('cross-origin');
    });

    test('is there for sessions that are listed and have no recording, and is only read', async () => {
      await setAudio('file', { en: 'calm.mp3', es: 'calm.mp3' });
      const { ask } = await runAudio(database);
      for (const id of ['never-was', 'gone', 'file']) {
        const answer = await ask(`/api/v1/content/${id}/sample/`);
        expect([codeOf(answer), answer.headers['cache-control']]).toEqual([[404, 'not_found'], 'no-store']);
      }
      const answer = await ask('/api/v1/content/lamp/sample/', { method: 'POST' });
      expect(codeOf(answer)).toEqual([405, 'method_not_allowed']);
    });
  });

  test('is given to the address alone where the site is on another host, and never to somebody else', async () => {
    const { startChild, next } = childrenInHand();
    const { ask } = await runAudio(database, { startChild, isAddressEnough: true });
    const answer = ask(ada.url('lamp'));
    const child = await next();
    child.write(sound);
    child.finish();
    expect((await answer).status).toBe(200);
    expect((await answer).headers['cross-origin-resource-policy']).toBe('cross-origin');
    const bea = await addMember(database);
    expect(codeOf(await ask(ada.url('lamp'), { headers: bea.cookie }))).toEqual([400, 'link_invalid']);
  });
});
