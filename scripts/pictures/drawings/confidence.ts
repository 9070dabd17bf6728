import { disc, line, rain, shape, type Drawing } from './pen.ts';

/** Sessions for being on one's own side. */
export const confidenceDrawings = {
  'hearing-yourself': {
    place: 'water',
    draw: ({ light, ember, rose, dark }) =>
      shape(dark, 'M0 330c110-40 290-40 400 0v70H0Z', 0.55) +
      shape(rose, 'M160 284h80l14 28H146Z') +
      shape(
        light,
        'M200 300L96 226a28 28 0 0 1 12-46 28 28 0 0 1 34-42 30 30 0 0 1 58-12 30 30 0 0 1 58 12 28 28 0 0 1 34 42 28 28 0 0 1 12 46Z',
      ) +
      line(ember, 8, 'M192 278L118 198M196 272L154 150M200 270V134M204 272l42-122M208 278l74-80', 0.75),
  },
  'who-says-so': {
    place: 'hills',
    draw: ({ light, rose, dark }) =>
      shape(rose, 'M196 130a76 76 0 0 1 76-40h34a62 62 0 0 1 62 62v10a62 62 0 0 1-44 60l4 40-40-36h-40Z') +
      shape(
        light,
        'M126 112h92a74 74 0 0 1 74 74v0a74 74 0 0 1-74 74h-60l-62 52 10-56a74 74 0 0 1-54-70 74 74 0 0 1 74-74Z',
      ) +
      line(dark, 17, 'M146 168a27 27 0 1 1 40 24c-11 6-14 10-14 20') +
      disc(dark, 172, 236, 10),
  },
  'nothing-to-prove': {
    place: 'hills',
    draw: ({ light, rose, near, dark }) =>
      shape(
        dark,
        'M96 214l-4-46 34 22h20l34-22-2 36c16-14 36-22 60-22 62 0 104 40 104 86 0 40-30 56-84 56H148c-44 0-78-14-78-52 0-26 10-44 26-58Z',
      ) +
      line(near, 20, 'M330 262c0 34-30 46-70 46h-84', 0.9) +
      line(light, 5, 'M94 248q9 9 18 0M142 248q9 9 18 0') +
      shape(rose, 'M121 260h12l-6 8Z') +
      line(light, 4, 'M210 214q34-14 66 4', 0.35),
  },
  'taking-up-space': {
    place: 'hills',
    draw: ({ near, dark, light, far }) =>
      shape(dark, 'M150 326c26-14 34-40 34-112h32c0 72 8 98 34 112Z') +
      line(dark, 14, 'M196 254l-46-46M206 246l44-46') +
      shape(near, 'M70 232a50 50 0 0 1-4-94 62 62 0 0 1 72-52 70 70 0 0 1 124 0 62 62 0 0 1 72 52 50 50 0 0 1-4 94Z') +
      shape(far, 'M96 184a42 42 0 0 1 38-62 54 54 0 0 1 88-26 60 60 0 0 0-44 44 50 50 0 0 0-82 44Z', 0.8) +
      line(light, 6, 'M126 200h0M176 176h0M232 204h0M282 178h0M240 132h0M300 206h0M190 214h0', 0.7),
  },
  'what-you-want-to-say': {
    place: 'hills',
    draw: ({ light, near, dark, rose }) =>
      line(dark, 14, 'M132 178v10a68 68 0 0 0 136 0v-10M200 256v48M152 312h96') +
      shape(light, 'M154 132a46 46 0 0 1 92 0v52a46 46 0 0 1-92 0Z') +
      line(near, 5, 'M172 128h56M172 148h56M172 168h56', 0.45) +
      shape(rose, 'M154 180h92v8a46 46 0 0 1-92 0Z') +
      line(light, 7, 'M108 122q-20 32 0 64M292 122q20 32 0 64M84 104q-32 50 0 100M316 104q32 50 0 100', 0.75),
  },
  'a-clear-no': {
    place: 'hills',
    draw: ({ light, warm, near, dark }) =>
      line(near, 14, 'M-10 232h110M-10 284h110M300 232h110M300 284h110') +
      line(near, 18, 'M24 210v110M66 210v110M334 210v110M376 210v110') +
      line(light, 16, 'M136 202v124M168 178v148M200 168v158M232 178v148M264 202v124') +
      line(light, 14, 'M120 232h160M120 298h160') +
      shape(dark, 'M88 150h32v190H88ZM280 150h32v190h-32Z') +
      disc(dark, 104, 140, 22) +
      disc(dark, 296, 140, 22) +
      disc(warm, 248, 264, 12),
  },
  'a-small-promise': {
    place: 'hills',
    draw: ({ light, warm, near, dark }) =>
      line(dark, 9, 'M200 246c2-40 0-60-2-86') +
      shape(light, 'M198 176c-8-48-46-70-94-70 2 50 40 76 94 70Z') +
      shape(warm, 'M199 158c6-40 38-58 82-54 0 42-34 62-82 54Z') +
      shape(dark, 'M142 262h116l-14 74a14 14 0 0 1-14 10h-60a14 14 0 0 1-14-10Z') +
      shape(near, 'M130 236h140v34H130Z'),
  },
  'on-a-bad-day': {
    place: 'hills',
    draw: ({ light, rose, dark }) =>
      rain(light, [
        [44, 100],
        [86, 74],
        [58, 190],
        [34, 258],
        [84, 262],
        [316, 78],
        [358, 104],
        [344, 190],
        [318, 262],
        [366, 268],
      ]) +
      line(dark, 10, 'M200 98V84M200 200v104a24 24 0 0 1-48 0') +
      shape(light, 'M76 214a124 118 0 0 1 248 0q-31-22-62 0-31-22-62 0-31-22-62 0-31-22-62 0Z') +
      shape(
        rose,
        'M138 214c2-60 26-96 62-118-36 22-62 58-62 118q31-22 62 0V96c36 22 60 58 62 118q-31-22-62 0-31-22-62 0Z',
      ) +
      line(dark, 3, 'M138 212c2-60 26-94 62-116 36 22 60 56 62 116', 0.25),
  },
} satisfies Record<string, Drawing>;
