import { type MadeAudio, MakingError } from '../../../api/content/audio/sound-maker.ts';
import { existsSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { sizeOf } from '../../../scripts/soundscape/sound/format.ts';
import { createMaker } from '../../../scripts/soundscape/maker.ts';
import { createLog } from '../../../api/platform/log.ts';
import { childrenInHand, folderForTest } from './running-audio.ts';

const forever = new AbortController().signal;
const pieceOf = (id: string) => ({ id, category: 'calm', voice: 'pads', durationSeconds: 2 });
const { bytes } = sizeOf(2);

/** A maker in a folder of its own, at a moment that the test moves. */
function runMaker() {
  const folder = folderForTest();
  const clock = { now: new Date('2026-05-10T11:00:00Z') };
  const children = childrenInHand();
  const logged: string[] = [];
  const log = { ...createLog('silent'), error: (event: string) => void logged.push(event) };
  const maker = createMaker({ folder, log, now: () => clock.now, startChild: children.startChild });
  return { maker, folder, clock, children, logged };
}

/** Waits for all of it, as a listener does. */
const wait = async ({ making }: MadeAudio, signal = forever) => making?.reach(bytes, signal);
/** For what a test leaves unfinished: on a slow machine it is stopped while other tests run. */
const ignore = (waiting: Promise<void>) => void waiting.catch(() => undefined);
/** What else is due has happened. */
const settle = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

describe('the maker of audio', () => {
  test('makes a file once, for all who wait, and has it from then on', async () => {
    const { maker, children, folder } = runMaker();
    const first = await maker.demand(pieceOf('lamp'));
    const waiting = [wait(first), wait(await maker.demand(pieceOf('lamp')))];
    const child = await children.next();
    child.write(new Uint8Array(bytes));
    child.finish();
    await Promise.all(waiting);
    await settle();
    const made = await maker.demand(pieceOf('lamp'));
    expect(made).toMatchObject({ bytes, making: null, path: join(folder, first.name) });
    expect(children.started()).toBe(1);
    expect(readdirSync(folder)).toEqual([first.name]);
  });

  test('makes another file of a session that has become another, and of one that has been cut off', async () => {
    const { maker } = runMaker();
    const { name, path } = await maker.demand(pieceOf('lamp'));
    expect((await maker.demand({ ...pieceOf('lamp'), voice: 'rain' })).name).not.toBe(name);
    writeFileSync(path, 'half');
    expect((await maker.demand(pieceOf('lamp'))).making).not.toBeNull();
  });

  test('makes one at a time, and leaves out what no request waits for any more', async () => {
    const { maker, children } = runMaker();
    const leaving = new AbortController();
    ignore(wait(await maker.demand(pieceOf('first'))));
    const left = wait(await maker.demand(pieceOf('left')), leaving.signal);
    await maker.demand(pieceOf('only-looked-at'));
    ignore(wait(await maker.demand(pieceOf('last'))));
    const first = await children.next();
    leaving.abort();
    await expect(left).rejects.toThrow(/abort/);
    expect(children.started()).toBe(1);
    first.write(new Uint8Array(bytes));
    first.finish();
    expect((await children.next()).job.piece.id).toBe('last');
  });

  test('keeps the place in the queue of a listener who was asked to come back, for half a minute', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { maker, children } = runMaker();
    ignore(wait(await maker.demand(pieceOf('first'))));
    const first = await children.next();
    for (const id of ['left', 'returning']) {
      const { making } = await maker.demand(pieceOf(id));
      making!.keepPlace();
      if (id === 'left') vi.advanceTimersByTime(30_000);
    }
    first.write(new Uint8Array(bytes));
    first.finish();
    expect((await children.next()).job.piece.id).toBe('returning');
  });

  test.each([
    ['says why it failed', 'ENOSPC: no space left on device', 'ENOSPC: no space left on device'],
    ['is killed', null, 'The process that made it ended: SIGKILL.'],
  ])('tells all who wait, and cleans up, when the process %s', async (_how, reason, told) => {
    const { maker, children, folder, clock, logged } = runMaker();
    const waiting = wait(await maker.demand(pieceOf('lamp')));
    const next = wait(await maker.demand(pieceOf('stair')));
    const child = await children.next();
    child.write(new Uint8Array(10));
    if (reason) child.fail(reason);
    else child.die('SIGKILL');
    await expect(waiting).rejects.toEqual(new MakingError(told));
    expect(logged).toEqual(['audio_not_made']);
    const second = await children.next();
    expect(existsSync(child.job.partPath)).toBe(false);
    second.write(new Uint8Array(bytes));
    second.finish();
    await next;

    await expect(maker.demand(pieceOf('lamp'))).rejects.toThrow(told);
    clock.now = new Date(clock.now.getTime() + 10_000);
    ignore(wait(await maker.demand(pieceOf('lamp'))));
    expect((await children.next()).job.piece.id).toBe('lamp');
    expect(readdirSync(folder)).toHaveLength(1);
  });

  test('makes its folder again after somebody has removed it', async () => {
    const { maker, children, folder, clock } = runMaker();
    const waiting = wait(await maker.demand(pieceOf('lamp')));
    rmSync(folder, { recursive: true });
    (await children.next()).fail('ENOENT');
    await expect(waiting).rejects.toThrow(MakingError);
    await settle();
    clock.now = new Date(clock.now.getTime() + 10_000);
    await maker.demand(pieceOf('lamp'));
    expect(existsSync(folder)).toBe(true);
  });

  test('stops what is no longer played once a listener waits for something else', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { maker, children, folder, logged } = runMaker();
    /** Somebody who has enough for now, and then leaves. */
    const listen = async (id: string) => {
      const leaving = new AbortController();
      const { making } = await maker.demand(pieceOf(id));
      making!.attend(leaving.signal);
      void making!.reach(10, leaving.signal).catch(() => undefined);
      return leaving;
    };
    const leavingFirst = await listen('first');
    (await children.next()).write(new Uint8Array(10));
    const leavingSecond = await listen('second');
    await settle();
    expect(children.started()).toBe(1);
    leavingFirst.abort();
    vi.advanceTimersByTime(999);
    await settle();
    expect(children.started()).toBe(1);
    vi.advanceTimersByTime(1);
    const second = await children.next();
    expect([second.job.piece.id, readdirSync(folder), logged]).toEqual(['second', [], []]);
    second.write(new Uint8Array(10));
    const leavingAgain = await listen('first');
    leavingSecond.abort();
    vi.advanceTimersByTime(1_000);
    const again = await children.next();
    expect(again.job.piece.id).toBe('first');
    again.write(new Uint8Array(10));
    const { making } = await maker.demand(pieceOf('first'));
    await listen('third');
    leavingAgain.abort();
    vi.advanceTimersByTime(1_000);
    expect((await maker.demand(pieceOf('first'))).making).toBe(making);
    again.finish();
    expect((await children.next()).job.piece.id).toBe('third');
  });

  test('removes what others have left half made an hour ago, and nothing else', async () => {
    const { maker, folder, clock } = runMaker();
    const write = (name: string, secondsAgo: number) => {
      const at = new Date(clock.now.getTime() - secondsAgo * 1_000);
      writeFileSync(join(folder, name), name);
      utimesSync(join(folder, name), at, at);
    };
    write('old.mp3.1.part', 3_601);
    write('new.mp3.2.part', 3_599);
    write('old.mp3', 99_999);
    await maker.demand(pieceOf('lamp'));
    expect(readdirSync(folder).toSorted()).toEqual(['new.mp3.2.part', 'old.mp3']);
  });

  test('says so where its folder can not be', async () => {
    const file = join(folderForTest(), 'file');
    writeFileSync(file, 'x');
    const logged: string[] = [];
    const log = { ...createLog('silent'), error: (event: string) => void logged.push(event) };
    const maker = createMaker({ folder: join(file, 'audio'), log, now: () => new Date() });
    await expect(maker.demand(pieceOf('lamp'))).rejects.toThrow(MakingError);
    expect(logged).toEqual(['audio_not_made']);
    expect(readFileSync(file, 'utf8')).toBe('x');
  });

  test('stops what it makes when it is closed, quietly', async () => {
    const { maker, children, folder, logged } = runMaker();
    const waiting = wait(await maker.demand(pieceOf('lamp')));
    (await children.next()).write(new Uint8Array(10));
    const closed = maker.close();
    await expect(waiting).rejects.toThrow(MakingError);
    await closed;
    expect(readdirSync(folder)).toEqual([]);
    expect(logged).toEqual([]);
  });
});
