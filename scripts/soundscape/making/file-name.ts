import type { Piece } from '../../../api/content/audio/sound-maker.ts';
import { createHash } from 'node:crypto';
import { kilobits, sampleRate } from '../made/format.ts';
import { generatorVersion } from '../made/recipe.ts';

/** The name of a piece's file: another one as soon as anything about its sound is another. */
export function fileNameOf({ id, category, voice, durationSeconds }: Piece): string {
  const sound = JSON.stringify([generatorVersion, sampleRate, kilobits, id, category, voice, durationSeconds]);
  const hash = createHash('sha256').update(sound).digest('hex').slice(0, 16);
  return `${id.replaceAll(/[^\w-]/g, '_')}-${hash}.mp3`;
}
