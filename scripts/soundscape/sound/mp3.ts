import { createMp3Encoder } from 'wasm-media-encoders';
import type { Piece } from '../../../api/content/audio/sound-maker.ts';
import { kilobits, sampleRate, sizeOf } from './format.ts';
import { blockSamples } from './layer.ts';
import { synthesize } from './synthesize.ts';

/** Two seconds: 80 frames. */
const blocksAtOnce = (80 * 576) / blockSamples;

/** The MP3 of a piece, part by part, in all exactly as long as `sizeOf` says. Each part is the caller's to keep. */
export async function* encode(piece: Piece): AsyncGenerator<Uint8Array, void, void> {
  const { bytes } = sizeOf(piece.durationSeconds);
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate, channels: 2, bitrate: kilobits });
  let made = 0;
  for (const channels of synthesize(piece, blocksAtOnce)) {
    const part = encoder.encode(channels).slice();
    made += part.length;
    yield part;
  }
  const rest = encoder.finalize().slice();
  made += rest.length;
  if (made !== bytes) throw new Error(`The encoder made ${made} bytes instead of ${bytes}.`);
  yield rest;
}
