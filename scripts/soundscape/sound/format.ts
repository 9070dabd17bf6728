/** Samples a second, in each of two channels. */
export const sampleRate = 24_000;

/** As LAME takes it. Every frame has the same size, so that a place in the file is a place in time. */
export const kilobits = 64;

/** Of one MP3 frame (MPEG-2, layer III). */
const frameSamples = 576;
export const frameBytes = (frameSamples / 8) * ((kilobits * 1_000) / sampleRate);

/** What the encoder holds back before the first frame and sends with the last. */
const delayFrames = 2;

/** What goes in: samples of each channel. What comes out: bytes. Both are known before anything is made. */
export function sizeOf(durationSeconds: number): { readonly samples: number; readonly bytes: number } {
  const frames = Math.max(delayFrames + 1, Math.ceil((durationSeconds * sampleRate) / frameSamples));
  return { samples: (frames - delayFrames) * frameSamples, bytes: frames * frameBytes };
}
