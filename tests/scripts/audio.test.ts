import { MakingError, type SoundMaker } from '../../api/content/audio/sound-maker.ts';
import { describe, expect, it } from 'vitest';
import { Making } from '../../scripts/soundscape/making.ts';
import { choosePieces, makeAll } from '../../scripts/soundscape/make-all.ts';

const words = { title: 'Title', summary: 'Summary.' };
const sessionOf = (id: string, audio: { en: string; es: string } | null = null) => ({
  id,
  audio,
  speaker: null,
  category: 'calm',
  voice: 'pads',
  topics: ['calm'],
  durationSeconds: 1_200,
  words: { en: words, es: words },
  imageUrl: '/x.svg',
});
const sessions = [sessionOf('lamp'), sessionOf('spoken', { en: 'a.mp3', es: 'a.mp3' }), sessionOf('stair')];

describe('npm run audio', () => {
  it('makes all sessions that have no recording, or those that are named', () => {
    expect(choosePieces(sessions, []).map(({ id }) => id)).toEqual(['lamp', 'stair']);
    expect(choosePieces(sessions, ['stair']).map(({ id }) => id)).toEqual(['stair']);
    expect(() => choosePieces(sessions, ['spoken'])).toThrow('spoken has a recording.');
    expect(() => choosePieces(sessions, ['moon'])).toThrow('There is no session "moon".');
  });

  it('says what was there, what was made and what was not, and goes on to the end', async () => {
    const place = { name: 'a.mp3', bytes: 9_600_000, path: '/a.mp3', partPath: null };
    const maker: SoundMaker = {
      nameOf: ({ id }) => id,
      async demand({ id }) {
        if (id === 'lamp') throw new MakingError('ENOSPC: no space left on device');
        const making = new Making();
        making.grow(place.bytes);
        return { ...place, making: id === 'spoken' ? null : making };
      },
      close: () => Promise.resolve(),
    };
    let shown = '';
    const screen = { write: (text: string) => (shown += text) };
    expect(await makeAll(sessions, maker, screen)).toBe(false);
    expect(shown).toMatch(/^1\/3 lamp: not made\. ENOSPC: no space left on device$/m);
    expect(shown).toMatch(/^2\/3 spoken: is there, 9\.6 MB$/m);
    expect(shown).toMatch(/^3\/3 stair: made in \d+(\.\d)? s, 9\.6 MB$/m);
    expect(shown).toMatch(/^19\.2 MB in all; 1 not made\.$/m);
  });
});
