import { describe, expect, test } from 'vitest';
import { fresh, answered, openPlayer, session } from './open-player.ts';

describe('reports to the server', () => {
  test('of the first sound, not of the tap', async () => {
    const { player, hears, told } = openPlayer();
    player.play(session());
    await answered();
    expect(told()).toEqual([]);
    hears({ type: 'PLAYING' });
    expect(told()).toEqual([{ kind: 'start', position: 0, play: 'first', heard: 0 }]);
  });

  test('every 30 seconds of playing', async () => {
    const { begin, listen, told } = openPlayer();
    await begin();
    listen(61);
    expect(told().map(({ heard }) => heard)).toEqual([0, 30, 60]);
  });

  test.each([
    ['a pause', ({ player }: ReturnType<typeof openPlayer>) => player.toggle(), 10],
    ['a jump', ({ player }: ReturnType<typeof openPlayer>) => player.seekTo(500), 500],
    ['a page that goes', ({ player }: ReturnType<typeof openPlayer>) => player.send({ type: 'HIDDEN' }), 10],
    ['the end of it', ({ player }: ReturnType<typeof openPlayer>) => player.close(), 10],
    ['another session', ({ player }: ReturnType<typeof openPlayer>) => player.play(session({ id: 'other' })), 10],
  ])('of %s', async (_, act, position) => {
    const open = openPlayer();
    await open.begin();
    open.listen(10);
    open.effects.report.mockClear();
    act(open);
    expect(open.told()).toEqual([{ kind: 'start', position, play: 'first', heard: 10 }]);
  });

  test('once that a session is finished, and not of a place in it afterwards', async () => {
    const { player, begin, listen, hears, told, effects } = openPlayer();
    await begin();
    listen(3, 1_197);
    effects.report.mockClear();
    hears({ type: 'ENDED' });
    player.send({ type: 'HIDDEN' });
    player.close();
    expect(told()).toEqual([{ kind: 'finish', position: 1_200, play: 'first', heard: 3 }]);
  });
});

describe('heard is', () => {
  test('time by the clock, at any speed', async () => {
    const open = openPlayer();
    const recording = fresh({ speaker: 'Ada' });
    open.effects.open.mockResolvedValue({ item: recording, position: 0 });
    await open.begin(recording);
    open.player.setSpeed(1.5);
    open.listen(20);
    expect(open.player.view().positionSeconds).toBe(30);
    expect(heardOf(open)).toBe(20);
  });

  test('not what the listener jumps over', async () => {
    const open = openPlayer();
    await open.begin();
    open.listen(10);
    open.player.seekTo(600);
    open.listen(10, 600);
    expect(heardOf(open)).toBe(20);
  });

  test('not the time in which the computer slept', async () => {
    const open = openPlayer();
    await open.begin();
    open.listen(10);
    open.sleeps(3_600_000);
    open.hears({ type: 'TIME', position: 10.5 });
    expect(heardOf(open)).toBeLessThanOrEqual(11);
  });
});

describe('minutes go to the day on which they are heard', () => {
  const hours = 3_600_000;

  test('where a session goes on the next morning', async () => {
    const open = openPlayer();
    await open.begin();
    open.listen(90);
    open.player.toggle();
    open.sleeps(9 * hours);
    open.player.toggle();
    await answered();
    open.hears({ type: 'PLAYING' });
    open.listen(120, 90);
    open.player.toggle();
    expect(open.days()).toEqual([
      ['2026-11-21', 90],
      ['2026-11-22', 120],
    ]);
    expect(open.told().at(-1)).toMatchObject({ kind: 'start', position: 210, play: 'second' });
  });

  test('where it sounds across midnight, without a gap', async () => {
    const open = openPlayer();
    open.sleeps(2 * hours - 60_000);
    await open.begin();
    open.listen(100);
    open.player.toggle();
    expect(open.days()).toEqual([
      ['2026-11-21', 60],
      ['2026-11-22', 40],
    ]);
  });

  test('where it is played again after its end', async () => {
    const open = openPlayer();
    await open.begin();
    open.listen(3, 1_197);
    open.hears({ type: 'ENDED' });
    open.sleeps(9 * hours);
    open.player.toggle();
    open.hears({ type: 'PLAYING' });
    open.listen(50, 0);
    open.player.toggle();
    expect(open.days().at(-1)).toEqual(['2026-11-22', 50]);
    expect(open.days()[0]).toEqual(['2026-11-21', 3]);
  });
});

describe('the sleep timer', () => {
  test('fades the sound out over ten seconds, then pauses and reports', async () => {
    const { player, sound, begin, listen, told } = openPlayer();
    await begin();
    player.setSleep(10);
    listen(595);
    expect(sound.setVolume).toHaveBeenLastCalledWith(0.5);
    expect(player.view().sleep).toEqual({ choice: 10, secondsLeft: 5 });
    listen(5);
    expect(player.view()).toMatchObject({ status: 'paused', sleep: null, positionSeconds: 600 });
    expect(sound.setVolume).toHaveBeenLastCalledWith(1);
    expect(told().at(-1)).toMatchObject({ kind: 'start', position: 600, heard: 600 });
  });

  test('stands still while the session is paused', async () => {
    const { player, begin, listen, hears, sleeps } = openPlayer();
    await begin();
    player.setSleep(20);
    listen(60);
    player.toggle();
    sleeps(300_000);
    player.toggle();
    hears({ type: 'PLAYING' });
    expect(player.view().sleep?.secondsLeft).toBe(1_140);
  });

  test('counts on while the browser lets the page sleep', async () => {
    const { player, begin, hears, sleeps } = openPlayer();
    await begin();
    player.setSleep(10);
    sleeps(600_000);
    hears({ type: 'TIME', position: 600 });
    expect(player.view().status).toBe('paused');
  });

  test('can be changed and ended', async () => {
    const { player, sound, begin, listen } = openPlayer();
    await begin();
    player.setSleep(10);
    listen(595);
    player.setSleep(30);
    expect(player.view().sleep).toEqual({ choice: 30, secondsLeft: 1_800 });
    expect(sound.setVolume).toHaveBeenLastCalledWith(1);
    player.setSleep(null);
    listen(10);
    expect(player.view()).toMatchObject({ status: 'playing', sleep: null });
  });

  test('for the end of the session fades out with it, and is over', async () => {
    const { player, sound, begin, listen, hears } = openPlayer();
    await begin();
    player.setSleep('end');
    listen(5, 1_190);
    expect(sound.setVolume).toHaveBeenLastCalledWith(0.5);
    listen(5);
    hears({ type: 'ENDED' });
    expect(player.view()).toMatchObject({ status: 'finished', sleep: null });
    expect(sound.setVolume).toHaveBeenLastCalledWith(1);
  });

  test('goes on for the next session', async () => {
    const { player, begin, listen } = openPlayer();
    await begin();
    player.setSleep(45);
    listen(60);
    await begin(session({ id: 'another' }));
    expect(player.view().sleep?.secondsLeft).toBe(2_640);
  });
});

/** What reports to the server after a pause. */
function heardOf({ player, told }: ReturnType<typeof openPlayer>): number | undefined {
  player.toggle();
  return told().at(-1)?.heard;
}
