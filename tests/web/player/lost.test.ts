import { describe, expect, test } from 'vitest';
import { ApiProblem } from '../../../web/session/api-client.ts';
import { answered, fresh, openPlayer, session } from './open-player.ts';

const noLine = new Error('offline');

describe('an address that has run out in the middle of a session', () => {
  test('is replaced, and the session goes on at the same second', async () => {
    const { player, sound, effects, begin, listen, hears } = openPlayer();
    await begin();
    listen(40);
    effects.open.mockResolvedValue({ item: fresh({ audioUrl: '/third/' }), position: 30 });
    hears({ type: 'BROKEN' });
    expect(player.view()).toMatchObject({ status: 'buffering', wanted: true });
    await answered();
    expect(sound.load).toHaveBeenLastCalledWith('/third/', 40);
    hears({ type: 'PLAYING' });
    expect(player.view()).toMatchObject({ status: 'playing', positionSeconds: 40 });
  });

  test('is noticed when the listener goes on after a pause', async () => {
    const { player, sound, begin, listen, hears } = openPlayer();
    await begin();
    listen(40);
    player.toggle();
    hears({ type: 'BROKEN' });
    expect(player.view().status).toBe('paused');
    player.toggle();
    await answered();
    expect(sound.load).toHaveBeenLastCalledWith(fresh().audioUrl, 40);
  });

  test('is given up after three tries in a row without progress', async () => {
    const { player, sound, begin, listen, hears } = openPlayer();
    await begin();
    listen(40);
    for (let attempt = 0; attempt < 4; attempt++) {
      hears({ type: 'BROKEN' });
      await answered();
    }
    expect(sound.load).toHaveBeenCalledTimes(4);
    expect(player.view()).toMatchObject({ status: 'failed', failure: 'broken', wanted: false, positionSeconds: 40 });
    player.toggle();
    await answered();
    hears({ type: 'PLAYING' });
    expect(player.view()).toMatchObject({ status: 'playing', positionSeconds: 40, failure: null });
  });

  test('is waited for while the server may still be making it: after a jump far ahead, for more than two minutes', async () => {
    const { player, begin, hears, pass } = openPlayer();
    await begin();
    player.seekTo(1_190);
    hears({ type: 'WAITING' });
    for (let seconds = 0; seconds < 145; seconds += 5) {
      await pass(5_000);
      expect(player.view()).toMatchObject({ wanted: true, failure: null, positionSeconds: 1_190 });
    }
    hears({ type: 'PLAYING' });
    expect(player.view()).toMatchObject({ status: 'playing', positionSeconds: 1_190 });
  });

  test('is tried for as often as there is progress in between', async () => {
    const { player, begin, listen, hears } = openPlayer();
    await begin();
    for (let attempt = 0; attempt < 6; attempt++) {
      listen(2);
      hears({ type: 'BROKEN' });
      await answered();
      hears({ type: 'PLAYING' });
    }
    expect(player.view().status).toBe('playing');
  });
});

describe('a session that the server has not made yet', () => {
  const preparing = new ApiProblem(409, { code: 'being_prepared' });
  const waitFor = async () => {
    const open = openPlayer();
    open.effects.check.mockRejectedValue(preparing);
    open.player.play(session());
    await answered();
    open.hears({ type: 'BROKEN' });
    await answered();
    return open;
  };

  test('is said to be prepared, however long that takes, and plays by itself once it is there', async () => {
    const { player, sound, effects, hears, pass } = await waitFor();
    for (let seconds = 0; seconds < 300; seconds += 5) {
      expect(player.view()).toMatchObject({ status: 'preparing', wanted: true, failure: null });
      await pass(5_000);
    }
    expect(effects.check).toHaveBeenLastCalledWith(fresh().audioUrl);
    effects.check.mockResolvedValue();
    sound.play.mockClear();
    await pass(5_000);
    expect(sound.play).toHaveBeenCalledTimes(1);
    hears({ type: 'PLAYING' });
    expect(player.view().status).toBe('playing');
  });

  test('does not play by itself to a listener who has paused, or may be asleep by then', async () => {
    const paused = await waitFor();
    paused.player.toggle();
    expect(paused.player.view().status).toBe('paused');
    const late = await waitFor();
    late.sleeps(600_001);
    for (const { player, sound, effects, pass } of [paused, late]) {
      effects.check.mockResolvedValue();
      sound.play.mockClear();
      await pass(5_000);
      expect([player.view().status, sound.play.mock.calls]).toEqual(['paused', []]);
    }
  });

  test('that the server could not make is tried a few times more, and then said to be broken', async () => {
    const { player, effects, pass } = await waitFor();
    effects.check.mockRejectedValue(new ApiProblem(503, { code: 'unavailable' }));
    for (let seconds = 0; seconds < 30; seconds += 5) await pass(5_000);
    expect(player.view()).toMatchObject({ status: 'failed', failure: 'broken' });
  });
});

describe('a connection that is lost in the middle of a session', () => {
  test('is said, and the place is kept', async () => {
    const { player } = await lose();
    expect(player.view()).toMatchObject({ status: 'offline', wanted: true, positionSeconds: 40 });
  });

  test('is taken up at once when it is back', async () => {
    const open = await lose();
    comeBack(open);
    open.player.send({ type: 'ONLINE' });
    await answered();
    expect(open.sound.load).toHaveBeenLastCalledWith(fresh().audioUrl, 40);
    expect(open.sound.play).toHaveBeenCalledTimes(2);
  });

  test('is tried for at growing intervals', async () => {
    const { effects, pass } = await lose();
    const asked = () => effects.open.mock.calls.length;
    const before = asked();
    await pass(5_000);
    expect(asked()).toBe(before + 1);
    await pass(9_999);
    expect(asked()).toBe(before + 1);
    await pass(1);
    expect(asked()).toBe(before + 2);
  });

  test('stays silent when it is back where the listener has paused meanwhile', async () => {
    const open = await lose();
    open.player.toggle();
    comeBack(open);
    open.player.send({ type: 'ONLINE' });
    await answered();
    expect(open.player.view()).toMatchObject({ status: 'paused', positionSeconds: 40 });
    expect(open.sound.play).toHaveBeenCalledTimes(1);
  });

  test('wakes nobody who sleeps by now', async () => {
    const open = await lose();
    open.sleeps(600_001);
    comeBack(open);
    open.player.send({ type: 'ONLINE' });
    await answered();
    expect(open.player.view().status).toBe('paused');
    expect(open.sound.play).toHaveBeenCalledTimes(1);
  });

  test('wakes nobody whose sleep timer is over', async () => {
    const open = openPlayer();
    await open.begin();
    open.player.setSleep(10);
    open.listen(400);
    open.effects.open.mockRejectedValue(noLine);
    open.hears({ type: 'BROKEN' });
    await answered();
    open.sleeps(201_000);
    comeBack(open);
    open.player.send({ type: 'ONLINE' });
    await answered();
    expect(open.player.view()).toMatchObject({ status: 'paused', sleep: null });
  });
});

describe('silence', () => {
  test('of ten seconds is ended by loading again at the same second', async () => {
    const { player, sound, begin, listen, hears, pass } = openPlayer();
    await begin();
    listen(40);
    hears({ type: 'WAITING' });
    await pass(9_999);
    expect(sound.load).toHaveBeenCalledTimes(1);
    expect(player.view().status).toBe('buffering');
    await pass(1);
    expect(sound.load).toHaveBeenLastCalledWith(fresh().audioUrl, 40);
  });

  test('while offline is said after three', async () => {
    const { player, effects, begin, hears, pass } = openPlayer();
    await begin();
    effects.isOnline.mockReturnValue(false);
    effects.open.mockRejectedValue(noLine);
    hears({ type: 'WAITING' });
    await pass(3_000);
    expect(player.view().status).toBe('offline');
  });

  test('that ends by itself changes nothing', async () => {
    const { player, sound, begin, hears, pass } = openPlayer();
    await begin();
    hears({ type: 'WAITING' });
    await pass(5_000);
    hears({ type: 'PLAYING' });
    await pass(60_000);
    expect(sound.load).toHaveBeenCalledTimes(1);
    expect(player.view().status).toBe('playing');
  });
});

describe('the server', () => {
  test.each([
    [403, 'no_access', { status: 'refused', failure: null }],
    [404, 'not_found', { status: 'failed', failure: 'gone' }],
  ] as const)('that answers %i %s is believed', async (status, code, view) => {
    const { player, sound, effects, begin, hears } = openPlayer();
    await begin();
    effects.open.mockRejectedValue(new ApiProblem(status, { code }));
    hears({ type: 'BROKEN' });
    await answered();
    expect(player.view()).toMatchObject({ ...view, wanted: false });
    expect(sound.load).toHaveBeenCalledTimes(1);
  });

  test('that is in trouble gets a moment', async () => {
    const { player, effects, begin, hears, pass } = openPlayer();
    await begin();
    effects.open.mockRejectedValueOnce(new ApiProblem(503));
    hears({ type: 'BROKEN' });
    await answered();
    expect(player.view().status).toBe('buffering');
    await pass(2_000);
    hears({ type: 'PLAYING' });
    expect(player.view().status).toBe('playing');
  });

  test('that refuses a report stops the session', async () => {
    const { player, sound, begin } = openPlayer();
    await begin();
    sound.unload.mockClear();
    player.send({ type: 'REFUSED' });
    expect(player.view()).toMatchObject({ status: 'refused', wanted: false });
    expect(sound.unload).toHaveBeenCalledTimes(1);
  });
});

/** There is a line again. */
function comeBack({ effects }: ReturnType<typeof openPlayer>): void {
  effects.open.mockResolvedValue({ item: fresh(), position: 0 });
}

/** A session whose line is lost at 0:40. */
async function lose() {
  const open = openPlayer();
  await open.begin();
  open.listen(40);
  open.effects.open.mockRejectedValue(noLine);
  open.hears({ type: 'BROKEN' });
  await answered();
  return open;
}
