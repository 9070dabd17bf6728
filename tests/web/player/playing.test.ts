import { describe, expect, test } from 'vitest';
import { answered, fresh, openPlayer, session } from './open-player.ts';

describe('a tap on a session', () => {
  test('unlocks the sound in its own turn, before any answer', () => {
    const { player, sound } = openPlayer();
    player.play(session());
    expect(sound.unlock).toHaveBeenCalledTimes(1);
    expect(player.view()).toMatchObject({ status: 'loading', wanted: true });
  });

  test('plays from where the listener is on any device, by a fresh address', async () => {
    const { player, sound, effects, hears } = openPlayer();
    effects.open.mockResolvedValue({ item: fresh(), position: 754 });
    player.play(session({ positionSeconds: 100 }));
    await answered();
    expect(sound.load).toHaveBeenCalledExactlyOnceWith(fresh().audioUrl, 754);
    expect(sound.play).toHaveBeenCalledTimes(1);
    hears({ type: 'PLAYING' });
    expect(player.view()).toMatchObject({ status: 'playing', positionSeconds: 754 });
  });

  test.each([
    ['no line', new Error('offline')],
    ['a server in trouble', { status: 503 }],
  ])('does with what is known where there is %s', async (_, error) => {
    const { player, sound, effects } = openPlayer();
    effects.open.mockRejectedValue(error);
    player.play(session({ positionSeconds: 100 }));
    await answered();
    expect(sound.load).toHaveBeenCalledExactlyOnceWith(session().audioUrl, 100);
  });

  test('waits five seconds for an answer, no longer', async () => {
    const { player, sound, effects, pass } = openPlayer();
    effects.open.mockReturnValue(new Promise(() => {}));
    player.play(session({ positionSeconds: 100 }));
    await pass(4_999);
    expect(sound.load).not.toHaveBeenCalled();
    await pass(1);
    expect(sound.load).toHaveBeenCalledExactlyOnceWith(session().audioUrl, 100);
  });

  test('goes where the listener has moved to meanwhile', async () => {
    const { player, sound, effects } = openPlayer();
    effects.open.mockResolvedValue({ item: fresh(), position: 754 });
    player.play(session());
    player.seekTo(300);
    await answered();
    expect(sound.load).toHaveBeenCalledExactlyOnceWith(fresh().audioUrl, 300);
  });

  test('is a Play button where the browser wants another one', async () => {
    const { player, sound, hears } = openPlayer();
    player.play(session());
    await answered();
    hears({ type: 'BLOCKED' });
    expect(player.view()).toMatchObject({ status: 'paused', wanted: false });
    player.toggle();
    expect(sound.play).toHaveBeenCalledTimes(2);
    hears({ type: 'PLAYING' });
    expect(player.view().status).toBe('playing');
  });

  test('changes nothing on the session that plays, and goes on where it is paused', async () => {
    const { player, sound, begin, hears } = openPlayer();
    await begin();
    player.play(session());
    expect(sound.load).toHaveBeenCalledTimes(1);
    player.toggle();
    player.play(session());
    hears({ type: 'PLAYING' });
    expect(player.view().status).toBe('playing');
  });

  test('silences the other tabs', async () => {
    const { effects, begin } = openPlayer();
    await begin();
    expect(effects.claim).toHaveBeenCalledTimes(1);
  });

  test('can be taken back while the session loads', async () => {
    const { player, sound, hears } = openPlayer();
    player.play(session());
    player.toggle();
    expect(player.view().status).toBe('paused');
    await answered();
    expect(sound.play).not.toHaveBeenCalled();
    player.toggle();
    hears({ type: 'PLAYING' });
    expect(player.view().status).toBe('playing');
  });
});

describe('a session that plays', () => {
  test('stays between its ends wherever the listener jumps to', async () => {
    const { player, sound, begin, listen } = openPlayer();
    await begin();
    listen(5);
    player.seekBy(-15);
    expect(sound.seek).toHaveBeenLastCalledWith(0);
    player.seekTo(9_999);
    expect(sound.seek).toHaveBeenLastCalledWith(1_200);
  });

  test('pauses for a call or earphones that are pulled out, and for another tab', async () => {
    const { player, begin, hears } = openPlayer();
    await begin();
    hears({ type: 'HALTED' });
    expect(player.view()).toMatchObject({ status: 'paused', wanted: false });
    player.toggle();
    hears({ type: 'PLAYING' });
    player.pause();
    expect(player.view().status).toBe('paused');
  });

  test('keeps the speed of a recording for the next one, and plays made sound at its own', async () => {
    const { player, sound, effects, begin } = openPlayer();
    const recording = fresh({ speaker: 'Ada' });
    effects.open.mockImplementation(async (id) => ({ item: id === 'waves' ? fresh({ id }) : recording, position: 0 }));
    await begin(recording);
    player.setSpeed(1.25);
    expect(sound.setSpeed).toHaveBeenLastCalledWith(1.25);
    expect(effects.saveSpeed).toHaveBeenCalledExactlyOnceWith(1.25);
    await begin(session({ id: 'waves' }));
    expect(player.view().speed).toBe(1);
    expect(sound.setSpeed).toHaveBeenLastCalledWith(1);
    await begin(recording);
    expect(player.view().speed).toBe(1.25);
    expect(sound.setSpeed).toHaveBeenLastCalledWith(1.25);
  });

  test('asks again where it was paused for long: it may have gone on elsewhere', async () => {
    const { player, sound, effects, begin, listen, sleeps } = openPlayer();
    await begin();
    listen(20);
    player.toggle();
    sleeps(600_001);
    effects.open.mockResolvedValue({ item: fresh(), position: 900 });
    player.toggle();
    await answered();
    expect(sound.load).toHaveBeenLastCalledWith(fresh().audioUrl, 900);
  });

  test('is finished at its end, and starts over from there', async () => {
    const { player, sound, begin, listen, hears, told } = openPlayer();
    await begin();
    listen(3, 1_197);
    hears({ type: 'ENDED' });
    expect(player.view()).toMatchObject({ status: 'finished', wanted: false, item: { status: 'finished' } });
    player.toggle();
    expect(sound.seek).toHaveBeenLastCalledWith(0);
    hears({ type: 'PLAYING' });
    expect(player.view()).toMatchObject({ status: 'playing', positionSeconds: 0 });
    expect(told().at(-2)).toMatchObject({ kind: 'finish', play: 'first' });
    expect(told().at(-1)).toEqual({ kind: 'start', play: 'second', position: 0, heard: 0 });
  });

  test('is finished where its end and a tap on Pause cross', async () => {
    const { player, begin, listen, hears, told } = openPlayer();
    await begin();
    listen(2, 1_198);
    player.toggle();
    hears({ type: 'ENDED' });
    expect(player.view().status).toBe('finished');
    expect(told().at(-1)).toMatchObject({ kind: 'finish', heard: 2 });
  });

  test('says in another language what it is called, and goes on', async () => {
    const { player, sound, begin, listen } = openPlayer();
    await begin();
    listen(40);
    player.send({ type: 'WORDS', item: session({ title: 'Marea lenta', summary: 'Deja que el día se vaya.' }) });
    player.send({ type: 'WORDS', item: session({ id: 'other', title: 'Otra' }) });
    expect(player.view().item).toEqual(fresh({ title: 'Marea lenta', summary: 'Deja que el día se vaya.' }));
    expect(player.view()).toMatchObject({ status: 'playing', positionSeconds: 40 });
    expect(sound.load).toHaveBeenCalledTimes(1);
  });

  test('leaves nothing behind when it is closed', async () => {
    const { player, sound, begin } = openPlayer();
    await begin();
    sound.unload.mockClear();
    player.close();
    expect(sound.unload).toHaveBeenCalledTimes(1);
    expect(player.view()).toMatchObject({ item: null, status: 'idle', positionSeconds: 0, sleep: null });
  });
});

test('the view is the same object until something of it changes', async () => {
  const { player, begin, hears } = openPlayer();
  await begin();
  hears({ type: 'TIME', position: 1.1 });
  const view = player.view();
  hears({ type: 'TIME', position: 1.9 });
  expect(player.view()).toBe(view);
  hears({ type: 'TIME', position: 2 });
  expect(player.view()).not.toBe(view);
});
