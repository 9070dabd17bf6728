import { expect, test, vi } from 'vitest';
import { syncMediaSession, nameArtist } from '../../../web/pages/cabinet/player/media-session.ts';
import { answered, openPlayer, session } from './open-player.ts';

/** A lock screen, and what is pressed on it. */
function openLockScreen() {
  const pressed = new Map<string, MediaSessionActionHandler>();
  const media = {
    metadata: null as MediaMetadata | null,
    playbackState: 'none' as MediaSessionPlaybackState,
    setPositionState: vi.fn<MediaSession['setPositionState']>(),
    setActionHandler: (action: MediaSessionAction, handler: MediaSessionActionHandler | null) => {
      if (action === 'seekto' && handler) throw new TypeError('an older browser');
      if (handler) pressed.set(action, handler);
      else pressed.delete(action);
    },
  };
  const open = openPlayer();
  syncMediaSession(open.player, {
    media,
    makeMetadata: (init) => init as MediaMetadata,
    artwork: async (imageUrl) => `data:${imageUrl}`,
  });
  const press = (action: MediaSessionAction, details: object = {}) => pressed.get(action)?.({ action, ...details });
  return { ...open, media, pressed, press };
}

test('the lock screen shows what is played', async () => {
  nameArtist('Still Waters');
  const { media, begin, listen } = openLockScreen();
  await begin();
  listen(20);
  expect(media.metadata).toMatchObject({
    title: 'Slow tide',
    artist: 'Still Waters',
    artwork: [{ src: 'data:/assets/pictures/slow-tide.svg', type: 'image/png' }],
  });
  expect(media.playbackState).toBe('playing');
  expect(media.setPositionState).toHaveBeenLastCalledWith({ duration: 1_200, position: 20, playbackRate: 1 });
});

test('its buttons do what they say', async () => {
  const { player, media, press, begin, listen } = openLockScreen();
  await begin();
  listen(40);
  press('seekbackward');
  expect(player.view().positionSeconds).toBe(25);
  press('seekforward', { seekOffset: 10 });
  expect(player.view().positionSeconds).toBe(35);
  press('pause');
  press('pause');
  expect(player.view().wanted).toBe(false);
  expect(media.playbackState).toBe('paused');
  press('play');
  expect(player.view().wanted).toBe(true);
  press('stop');
  expect(player.view().item).toBeNull();
});

test('leads on to what follows in the plan, where that is known', async () => {
  const { player, sound, effects, pressed, press, begin, listen, told } = openLockScreen();
  const rain = session({ id: 'rain', title: 'Rain on the roof', positionSeconds: 30 });
  effects.findNext.mockImplementation(async (id) => (id === 'rain' ? null : rain));
  await begin();
  listen(40);
  expect(pressed.has('nexttrack')).toBe(false);
  player.setEnding('next');
  await answered();
  press('nexttrack');
  expect(sound.load).toHaveBeenLastCalledWith(rain.audioUrl, 30);
  expect(player.view()).toMatchObject({ wanted: true, item: { id: 'rain' }, ending: 'next' });
  expect(told().at(-1)).toMatchObject({ kind: 'start', position: 40, play: 'first' });
  expect(pressed.has('nexttrack')).toBe(false);
});

test('the lock screen follows the language', async () => {
  const { player, media, begin } = openLockScreen();
  await begin();
  player.send({ type: 'WORDS', item: session({ title: 'Marea lenta' }) });
  expect(media.metadata).toMatchObject({ title: 'Marea lenta' });
});

test.each(['CLOSE', 'REFUSED'] as const)('nothing stays there after %s', async (type) => {
  const { player, media, pressed, begin } = openLockScreen();
  await begin();
  expect(pressed.size).toBe(5);
  player.send({ type });
  expect(media).toMatchObject({ metadata: null, playbackState: 'none' });
  expect(pressed.size).toBe(0);
  expect(media.setPositionState).toHaveBeenLastCalledWith();
});
