import { describe, expect, test } from 'vitest';
import { withResolvers } from '../../harness/with-resolvers.ts';
import { answered, openPlayer, session } from './open-player.ts';

const rain = session({ id: 'rain', title: 'Rain on the roof', positionSeconds: 30 });

/** A session of which the last second has been heard, with a player that knows what follows it. */
async function openAtEnd() {
  const open = openPlayer();
  open.effects.findNext.mockResolvedValue(rain);
  await open.begin();
  open.listen(5, 1_195);
  return open;
}

describe('at the end of a session', () => {
  test('nothing goes on by itself', async () => {
    const { player, sound, effects, hears, pass } = await openAtEnd();
    hears({ type: 'ENDED' });
    await pass(3_600_000);
    expect(player.view()).toMatchObject({ status: 'finished', wanted: false, next: null, item: { id: 'slow-tide' } });
    expect(effects.findNext).not.toHaveBeenCalled();
    expect(sound.load).toHaveBeenCalledTimes(1);
  });

  test('it begins again where that is chosen, and each time counts', async () => {
    const { player, sound, hears, listen, told } = await openAtEnd();
    player.setEnding('repeat');
    for (const play of ['second', 'third']) {
      hears({ type: 'ENDED' });
      expect(sound.seek).toHaveBeenLastCalledWith(0);
      hears({ type: 'PLAYING' });
      expect(player.view()).toMatchObject({ status: 'playing', wanted: true, positionSeconds: 0 });
      listen(40, 0);
      expect(told().at(-1)).toMatchObject({ kind: 'start', play });
      hears({ type: 'TIME', position: 1_200 });
    }
    expect(told().filter(({ kind }) => kind === 'finish')).toMatchObject([{ play: 'first' }, { play: 'second' }]);
    player.setEnding('stop');
    hears({ type: 'ENDED' });
    expect(player.view()).toMatchObject({ status: 'finished', wanted: false });
  });

  test('it does not begin again where the sleep timer ends with it', async () => {
    const { player, hears } = await openAtEnd();
    player.setEnding('repeat');
    player.setSleep('end');
    hears({ type: 'ENDED' });
    expect(player.view()).toMatchObject({ status: 'finished', wanted: false });
  });

  test('what follows in the plan begins after 15 seconds where that is chosen, and so on to the end of the week', async () => {
    const { player, sound, effects, hears, pass } = await openAtEnd();
    player.setEnding('next');
    await answered();
    hears({ type: 'ENDED' });
    expect(effects.findNext).toHaveBeenCalledExactlyOnceWith('slow-tide');
    expect(player.view()).toMatchObject({ status: 'finished', wanted: false, next: rain, nextInSeconds: 15 });
    for (let second = 1; second < 15; second++) await pass(1_000);
    expect(player.view()).toMatchObject({ nextInSeconds: 1 });
    await pass(1_000);
    expect(player.view()).toMatchObject({ wanted: true, next: null, item: { id: 'rain' } });
    expect(sound.load).toHaveBeenLastCalledWith(rain.audioUrl, 30);
    hears({ type: 'PLAYING' });
    effects.findNext.mockResolvedValue(null);
    hears({ type: 'ENDED' });
    await answered();
    await pass(60_000);
    expect(player.view()).toMatchObject({ status: 'finished', next: null, item: { id: 'rain' } });
  });

  test('it begins in the same turn where nobody can see that it is about to: a lock screen allows no later one', async () => {
    const { player, sound, effects, hears, told } = await openAtEnd();
    player.setEnding('next');
    await answered();
    effects.isHidden.mockReturnValue(true);
    const plays = sound.play.mock.calls.length;
    hears({ type: 'ENDED' });
    expect(sound.load).toHaveBeenLastCalledWith(rain.audioUrl, 30);
    expect(sound.play).toHaveBeenCalledTimes(plays + 1);
    expect(player.view()).toMatchObject({ wanted: true, next: null, item: { id: 'rain' } });
    expect(told().at(-1)).toMatchObject({ kind: 'finish', play: 'first' });
  });

  test('it begins as soon as it is known, where it wasn’t known before the end', async () => {
    const { player, sound, effects, hears } = await openAtEnd();
    effects.findNext.mockRejectedValueOnce(new Error('offline'));
    player.setEnding('next');
    await answered();
    effects.isHidden.mockReturnValue(true);
    hears({ type: 'ENDED' });
    await answered();
    expect(sound.load).toHaveBeenLastCalledWith(rain.audioUrl, 30);
    expect(player.view()).toMatchObject({ wanted: true, item: { id: 'rain' } });
  });

  test('what follows is asked again where the language or the day has changed', async () => {
    const { player, effects, sleeps, listen } = await openAtEnd();
    player.setEnding('next');
    await answered();
    player.send({ type: 'WORDS', item: session({ title: 'Marea lenta' }) });
    expect(player.view().canSkip).toBe(false);
    await answered();
    expect(player.view().canSkip).toBe(true);
    sleeps(24 * 3_600_000);
    listen(1, 1_198);
    expect(effects.findNext).toHaveBeenCalledTimes(3);
  });

  test.each([10, 'end'] as const)('nothing follows where a sleep timer is set: %s', async (choice) => {
    const { player, effects, hears, pass } = await openAtEnd();
    player.setSleep(choice);
    player.setEnding('next');
    hears({ type: 'ENDED' });
    await pass(60_000);
    expect(player.view()).toMatchObject({ status: 'finished', next: null });
    expect(effects.findNext).not.toHaveBeenCalled();
  });

  test.each<[string, (player: Awaited<ReturnType<typeof openAtEnd>>['player']) => void, object]>([
    ['says no', (player) => player.stay(), { status: 'finished', wanted: false, item: { id: 'slow-tide' } }],
    ['chooses to stop', (player) => player.setEnding('stop'), { status: 'finished', wanted: false }],
    ['hears it once more', (player) => player.toggle(), { wanted: true, item: { id: 'slow-tide' } }],
    ['moves in it', (player) => player.seekTo(60), { status: 'paused', positionSeconds: 60 }],
    ['closes the player', (player) => player.close(), { status: 'idle', item: null, ending: 'stop' }],
  ])('nothing follows where the listener %s before', async (_, act, expected) => {
    const { player, hears, pass } = await openAtEnd();
    player.setEnding('next');
    hears({ type: 'ENDED' });
    await answered();
    expect(player.view().next).toEqual(rain);
    act(player);
    expect(player.view()).toMatchObject({ next: null, ...expected });
    await pass(5_000); // less than a stall
    expect(player.view().item?.id).not.toBe('rain');
  });

  test('nothing follows where it isn’t known what would', async () => {
    const { player, effects, hears, pass } = await openAtEnd();
    effects.findNext.mockRejectedValue(new Error('offline'));
    player.setEnding('next');
    hears({ type: 'ENDED' });
    await answered();
    await pass(60_000);
    expect(player.view()).toMatchObject({ status: 'finished', next: null });
  });

  test.each<[string, (open: Awaited<ReturnType<typeof openAtEnd>>) => unknown]>([
    ['much later', ({ pass }) => pass(60_000)],
    ['when a page wakes up that was frozen', ({ sleeps }) => sleeps(60_000)],
  ])('nothing follows where it is known only %s', async (_, wait) => {
    const open = await openAtEnd();
    const { player, effects, hears, pass } = open;
    const { promise, resolve } = withResolvers();
    effects.findNext.mockReturnValue(promise.then(() => rain));
    player.setEnding('next');
    hears({ type: 'ENDED' });
    await wait(open);
    resolve();
    await answered();
    await pass(60_000);
    expect(player.view()).toMatchObject({ status: 'finished', next: null, item: { id: 'slow-tide' } });
  });
});
