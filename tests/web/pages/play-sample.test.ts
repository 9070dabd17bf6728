import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { playSample } from '../../../web/pages/sample/play-sample.ts';
import { FakeAudio, sounding } from '../player/fake-audio.ts';

beforeEach(() => {
  vi.stubGlobal('Audio', FakeAudio);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function play() {
  const [states, times]: [string[], number[]] = [[], []];
  const stop = playSample('/sample/', {
    onState: (state) => states.push(state),
    onTime: (seconds) => times.push(seconds),
  });
  return { states, times, stop };
}

test('a sample waits for its sound, plays and ends', async () => {
  const { states, times } = play();
  expect(sounding().src).toBe('/sample/');
  await vi.advanceTimersByTimeAsync(0);
  sounding().reaches(12);
  sounding().does('waiting');
  sounding().does('playing');
  sounding().does('ended');
  expect(states).toEqual(['loading', 'playing', 'loading', 'playing', 'silent']);
  expect(times).toEqual([12]);
});

test('a connection may be slow: only a silence of 20 seconds is a failure, and ends the download', async () => {
  const { states } = play();
  await vi.advanceTimersByTimeAsync(19_000);
  for (let second = 1; second <= 3; second++) {
    sounding().does('waiting');
    await vi.advanceTimersByTimeAsync(19_000);
    sounding().does('playing');
  }
  await vi.advanceTimersByTimeAsync(60_000);
  expect(states.at(-1)).toBe('playing');
  sounding().does('waiting');
  await vi.advanceTimersByTimeAsync(20_000);
  expect(states.at(-1)).toBe('failed');
  expect(sounding().src).toBe('');
});

test('what is stopped is silent, fetches nothing more and says nothing more', async () => {
  const { states, stop } = play();
  await vi.advanceTimersByTimeAsync(0);
  stop();
  sounding().does('error');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(states).toEqual(['loading', 'playing']);
  expect(sounding()).toMatchObject({ paused: true, src: '' });
});
