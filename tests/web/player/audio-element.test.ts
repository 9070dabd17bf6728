import { describe, expect, test, vi } from 'vitest';
import { createSound, type SoundEvent } from '../../../web/pages/cabinet/player/audio-element.ts';

/** As much of an audio element as the player uses. */
class FakeAudio extends EventTarget {
  src = '';
  currentTime = 0;
  defaultPlaybackRate = 1;
  playbackRate = 1;
  duration = Number.NaN;
  ended = false;
  error: MediaError | null = null;
  paused = true;
  preload: '' | 'none' | 'metadata' | 'auto' = '';
  preservesPitch = false;
  readyState = 0;
  volume = 1;
  readonly load = vi.fn();
  readonly pause = vi.fn(() => {
    this.paused = true;
  });
  readonly play = vi.fn(async () => {
    this.paused = false;
  });
  readonly removeAttribute = vi.fn();
  does(...events: string[]): void {
    for (const event of events) this.dispatchEvent(new Event(event));
  }
}

function openSound() {
  const audio = new FakeAudio();
  const heard: SoundEvent[] = [];
  const sound = createSound(audio, (event) => heard.push(event));
  return { audio, sound, heard };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the sound', () => {
  test('begins where it is told, once the length is known', () => {
    const { audio, sound, heard } = openSound();
    sound.load('/audio/', 754);
    expect(audio.src).toBe('/audio/');
    expect(audio.currentTime).toBe(0);
    audio.paused = false;
    audio.does('timeupdate');
    audio.duration = 1_201.5;
    audio.does('loadedmetadata', 'timeupdate');
    expect(audio.currentTime).toBe(754);
    expect(heard).toEqual([
      { type: 'LENGTH', duration: 1_201.5 },
      { type: 'TIME', position: 754 },
    ]);
  });

  test('takes no length of 0, and begins where it is told once the browser knows better', () => {
    const { audio, sound, heard } = openSound();
    sound.load('/audio/', 754);
    audio.duration = 0;
    audio.does('durationchange', 'loadedmetadata');
    expect([heard, audio.currentTime]).toEqual([[], 0]);
    audio.duration = 900;
    audio.does('canplay');
    expect([heard, audio.currentTime]).toEqual([[{ type: 'LENGTH', duration: 900 }], 754]);
  });

  test('begins where it is told also where the length is known only while it plays', () => {
    const { audio, sound, heard } = openSound();
    sound.load('/audio/', 754);
    audio.duration = 0;
    audio.paused = false;
    audio.does('durationchange', 'loadedmetadata', 'canplay', 'playing', 'timeupdate');
    expect([heard, audio.currentTime]).toEqual([[{ type: 'PLAYING' }], 0]);
    audio.duration = 900;
    audio.does('timeupdate');
    expect(audio.currentTime).toBe(754);
    expect(heard.slice(1)).toEqual([
      { type: 'LENGTH', duration: 900 },
      { type: 'TIME', position: 754 },
    ]);
  });

  test('can be moved before and after that', () => {
    const { audio, sound } = openSound();
    sound.load('/audio/', 754);
    sound.seek(300);
    audio.duration = 900;
    audio.does('loadedmetadata');
    expect(audio.currentTime).toBe(300);
    audio.readyState = 4;
    sound.seek(10);
    expect(audio.currentTime).toBe(10);
  });

  test('says that a tap is missing, and nothing of a play that was broken off', async () => {
    const { audio, sound, heard } = openSound();
    audio.play.mockRejectedValueOnce(new DOMException('', 'AbortError'));
    sound.play();
    await settled();
    expect(heard).toEqual([]);
    audio.play.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'));
    sound.play();
    await settled();
    expect(heard).toEqual([{ type: 'BLOCKED' }]);
  });

  test('is unlocked in silence', () => {
    const { audio, sound } = openSound();
    sound.unlock();
    expect(audio.play).toHaveBeenCalledTimes(1);
    expect(audio.paused).toBe(true);
  });

  test('tells a stop from outside from its end', () => {
    const { audio, heard } = openSound();
    audio.does('pause');
    audio.ended = true;
    audio.does('pause', 'ended');
    expect(heard).toEqual([{ type: 'HALTED' }, { type: 'ENDED' }]);
  });

  test('keeps pitch and speed, also of what is loaded later', () => {
    const { audio, sound } = openSound();
    sound.setSpeed(1.25);
    expect(audio).toMatchObject({ preservesPitch: true, playbackRate: 1.25, defaultPlaybackRate: 1.25 });
  });

  test('is silent about the source that it lets go', () => {
    const { audio, sound, heard } = openSound();
    sound.unload();
    audio.does('error');
    expect(audio.removeAttribute).toHaveBeenCalledExactlyOnceWith('src');
    expect(heard).toEqual([]);
  });
});
