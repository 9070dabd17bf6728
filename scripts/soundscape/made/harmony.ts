/**
 * Chords as ratios to the root, in just intonation: notes that sound together have overtones in common, so that nothing
 * beats. Neighbours share notes, and no two notes of a chord are closer than a whole tone.
 */
const home = [1, 3 / 2, 2, 5 / 2, 3];
const open = [1, 3 / 2, 2, 3, 9 / 2];
const sixth = [5 / 6, 5 / 4, 5 / 3, 5 / 2, 10 / 3];
const fourth = [2 / 3, 4 / 3, 2, 8 / 3, 10 / 3];
const fifth = [3 / 4, 3 / 2, 9 / 4, 3, 9 / 2];
const third = [5 / 4, 15 / 8, 5 / 2, 15 / 4];
const minor = [1, 3 / 2, 2, 12 / 5, 3];
const minorSixth = [4 / 5, 6 / 5, 8 / 5, 2, 12 / 5];
const minorThird = [6 / 5, 9 / 5, 12 / 5, 3, 18 / 5];
const minorFourth = [2 / 3, 4 / 3, 2, 8 / 3, 16 / 5];

export type Chord = readonly number[];

/** Ways from chord to chord, each of which leads back to its beginning. */
export const progressions: Readonly<Record<'dark' | 'warm' | 'bright', readonly (readonly Chord[])[]>> = {
  dark: [
    [minor, minorSixth, minorThird, open],
    [minor, minorFourth, minorSixth, open],
    [home, sixth, open, fourth],
  ],
  warm: [
    [home, fourth, sixth, open],
    [home, sixth, fourth, open],
    [open, fourth, home, sixth],
  ],
  bright: [
    [home, fifth, fourth, home],
    [home, third, fourth, open],
    [open, fifth, sixth, fourth],
  ],
};
