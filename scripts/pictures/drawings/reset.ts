import { cloud, disc, heart, line, shape, type Drawing } from './pen.ts';

/** Sessions for a pause by day. */
export const resetDrawings = {
  'after-the-shift': {
    place: 'room',
    draw: ({ light, near, dark, warm, far }) =>
      shape(dark, 'M70 92h260v20H70Z') +
      line(dark, 8, 'M200 112v6a12 12 0 1 1-4 22v14') +
      shape(light, 'M168 150h64l48 22 36 66-36 20-20-28v86H140v-86l-20 28-36-20 36-66Z') +
      shape(far, 'M168 150h64l-32 44Z') +
      line(near, 5, 'M200 196v118', 0.4) +
      shape(warm, 'M216 214h32v34h-32Z') +
      disc(near, 200, 226, 5, 0.6) +
      disc(near, 200, 262, 5, 0.6),
  },
  'a-pause-at-midday': {
    place: 'hills',
    draw: ({ light, ember, dark }) =>
      disc(light, 128, 124, 34) +
      line(light, 7, 'M128 70v-14M128 192v-14M74 124H60M196 124h-14M90 86l-10-10M166 86l10-10M90 162l-10 10', 0.9) +
      line(dark, 13, 'M296 124L160 330M128 240l164 90') +
      line(ember, 30, 'M290 136C262 240 216 274 134 246') +
      line(light, 7, 'M290 136C262 240 216 274 134 246'),
  },
  'light-through-the-curtain': {
    place: 'room',
    draw: ({ light, warm, rose, dark, near }) =>
      shape(light, 'M112 104h176v176H112Z') +
      disc(warm, 200, 196, 48) +
      shape(light, 'M112 280h176l72 120H100Z', 0.4) +
      line(near, 7, 'M200 104v176M112 192h176', 0.5) +
      shape(
        rose,
        'M84 104h98c-8 70-34 96-62 116 10 30 14 60 12 96H84ZM316 104h-98c8 70 34 96 62 116-10 30-14 60-12 96h48Z',
      ) +
      line(
        dark,
        4,
        'M112 112c2 60-6 90-10 104v96M146 112c-4 50-16 78-34 100M288 112c-2 60 6 90 10 104v96M254 112c4 50 16 78 34 100',
        0.3,
      ) +
      line(dark, 12, 'M68 100h264'),
  },
  'first-minutes': {
    place: 'hills',
    draw: ({ ember, light, warm, near, dark }) =>
      line(ember, 12, 'M200 156v-40M138 172l-20-36M262 172l20-36M94 220l-36-20M306 220l36-20') +
      shape(ember, 'M112 290a88 88 0 0 1 176 0Z') +
      shape(warm, 'M138 290a62 62 0 0 1 124 0Z') +
      shape(light, 'M164 290a36 36 0 0 1 72 0Z', 0.8) +
      shape(near, 'M0 302c60-26 130-30 200-16s140 10 200-6v120H0Z') +
      line(dark, 6, 'M60 346q40-14 90 0M240 360q50-16 110 0', 0.4),
  },
  'open-window': {
    place: 'room',
    draw: ({ light, pale, ember, far, near, dark, deep }) =>
      shape(pale, 'M136 98h128v190H136Z') +
      cloud(light, 168, 176, 0.6) +
      shape(far, 'M136 250q60-40 128-10v48H136Z') +
      shape(near, 'M136 98L76 80v214l60-14ZM264 98l60-18v214l-60-14Z', 0.55) +
      line(light, 11, 'M136 98L76 80v214l60-14ZM264 98l60-18v214l-60-14ZM136 98h128v190H136ZM76 193h60M264 193h60') +
      shape(light, 'M104 288h192v22H104Z') +
      shape(ember, 'M176 258h48l-8 34h-32Z') +
      line(dark, 6, 'M200 258v-28') +
      shape(deep, 'M200 236c-4-24-20-34-40-32 0 22 16 34 40 32ZM200 232c4-24 20-32 40-30 0 22-16 32-40 30Z'),
  },
  'another-tone': {
    place: 'hills',
    draw: ({ ember, dark }) =>
      line(dark, 13, 'M168 262V136l108-26v128') +
      shape(dark, 'M162 130l120-28v34l-120 28Z') +
      heart(ember, 142, 266, 36) +
      heart(ember, 250, 242, 36),
  },
  'with-other-eyes': {
    place: 'hills',
    draw: ({ light, warm, dark, ember, rose }) =>
      disc(warm, 126, 204, 60) +
      disc(warm, 274, 204, 60) +
      disc(light, 126, 204, 24) +
      disc(light, 274, 204, 24) +
      shape(rose, 'M70 204q28-20 56 2t56-4a60 60 0 0 1-112 2ZM218 204q28-20 56 2t56-4a60 60 0 0 1-112 2Z') +
      shape(ember, 'M68 222q30 24 60 6t52 6a60 60 0 0 1-112-12ZM216 222q30 24 60 6t52 6a60 60 0 0 1-112-12Z') +
      line(
        dark,
        15,
        'M66 204a60 60 0 1 1 120 0a60 60 0 1 1-120 0M214 204a60 60 0 1 1 120 0a60 60 0 1 1-120 0M186 196q14-16 28 0M68 184L38 160M332 184l30-24',
      ),
  },
  'one-good-minute': {
    place: 'hills',
    draw: ({ light, ember, dark }) =>
      shape(light, 'M136 110h128c0 62-46 70-46 98s46 36 46 98H136c0-62 46-70 46-98s-46-36-46-98Z', 0.85) +
      shape(ember, 'M154 152h92c-10 24-32 34-36 52h-20c-4-18-26-28-36-52ZM150 300c6-34 32-46 50-48 18 2 44 14 50 48Z') +
      line(ember, 6, 'M200 200v60') +
      line(dark, 20, 'M124 106h152M124 308h152') +
      line(light, 6, 'M156 128q4 24 16 38', 0.8),
  },
  'a-little-longer': {
    place: 'room',
    draw: ({ light, ember, warm, dark }) =>
      line(light, 9, 'M152 166q-16-18 0-36t0-36M196 166q-16-18 0-36t0-36M240 166q-16-18 0-36t0-36', 0.7) +
      line(ember, 17, 'M268 212h14a28 28 0 0 1 0 56h-24') +
      shape(ember, 'M112 188h164v50c0 40-28 68-62 68h-40c-34 0-62-28-62-68Z') +
      shape(dark, 'M112 188c0-12 164-12 164 0s-164 12-164 0Z', 0.6) +
      heart(warm, 194, 240, 24) +
      line(light, 14, 'M92 316h204'),
  },
  'out-with-the-tide': {
    place: 'water',
    draw: ({ light, far, near }) =>
      shape(light, 'M200 98l78 132H122Z') +
      shape(near, 'M200 98l78 132h-78Z', 0.35) +
      shape(light, 'M66 218l70 18h128l70-18-56 92H122Z') +
      shape(near, 'M66 218l134 92h-78ZM334 218l-134 92h78Z', 0.3) +
      line(light, 9, 'M24 324q22-16 44 0t44 0 44 0 44 0 44 0 44 0 44 0 44 0') +
      line(far, 8, 'M68 356q22-14 44 0t44 0 44 0 44 0 44 0 44 0'),
  },
  'after-the-rain': {
    place: 'hills',
    draw: ({ light, rose, warm, ember, near }) =>
      line(rose, 25, 'M56 306a144 150 0 0 1 288 0') +
      line(ember, 25, 'M80 306a120 126 0 0 1 240 0') +
      line(warm, 25, 'M104 306a96 102 0 0 1 192 0') +
      line(near, 25, 'M128 306a72 78 0 0 1 144 0') +
      cloud(light, 22, 322, 1.05) +
      cloud(light, 262, 326, 0.9),
  },
} satisfies Record<string, Drawing>;
