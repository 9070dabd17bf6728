import { cloud, disc, heart, line, shape, type Drawing } from './pen.ts';

/** Sessions in which body and thoughts come to rest. */
export const calmDrawings = {
  'one-lamp-on': {
    place: 'room',
    draw: ({ light, warm, dark }) =>
      shape(warm, 'M120 194L20 400h360l-100-206Z', 0.24) +
      line(dark, 12, 'M200 194v110') +
      line(dark, 22, 'M160 310h80') +
      shape(warm, 'M154 96h92l38 98H116Z') +
      shape(light, 'M182 96h36l12 98h-60Z', 0.6) +
      line(dark, 4, 'M248 194v34') +
      disc(dark, 248, 232, 8),
  },
  'from-alert-to-rest': {
    place: 'hills',
    draw: ({ light, near, dark }) =>
      disc(light, 292, 176, 46) +
      shape(dark, 'M0 128h112v46h58v46h58v46h58v46h58v46h56v42H0Z') +
      line(light, 7, 'M0 128h112M112 174h58M170 220h58M228 266h58M286 312h58', 0.75) +
      line(near, 7, 'M112 134v40M170 180v40M228 226v40M286 272v40'),
  },
  'solid-ground': {
    place: 'hills',
    draw: ({ light, pale, far, near, dark }) =>
      shape(dark, 'M92 292c0-28 40-40 108-40s108 12 108 38-46 30-108 30-108-4-108-28Z') +
      shape(near, 'M122 226c0-22 34-30 82-30s74 10 74 30-34 28-78 28-78-6-78-28Z') +
      shape(far, 'M146 172c0-18 24-26 58-26s54 8 54 26-24 24-56 24-56-6-56-24Z') +
      shape(light, 'M164 124c0-16 16-24 38-24s36 8 36 24-14 22-38 22-36-6-36-22Z') +
      line(pale, 5, 'M120 276c14-8 36-12 60-12M146 216c12-6 24-8 40-8M164 164c8-6 16-8 28-8', 0.45),
  },
  'jaw-shoulders-hands': {
    place: 'hills',
    draw: ({ warm, near, dark, light }) =>
      disc(light, 200, 138, 96, 0.25) +
      shape(dark, 'M182 160h36v20c28 4 52 14 56 34l-20 76H146l-20-76c4-20 28-30 56-34Z') +
      shape(near, 'M72 306c0-30 60-50 128-50s128 20 128 50-60 28-128 28-128 2-128-28Z') +
      line(dark, 34, 'M144 208c-22 22-30 44-34 74M256 208c22 22 30 44 34 74') +
      disc(dark, 200, 132, 42) +
      disc(warm, 200, 160, 12) +
      disc(warm, 140, 208, 12) +
      disc(warm, 260, 208, 12) +
      disc(warm, 110, 284, 12) +
      disc(warm, 290, 284, 12),
  },
  'heavy-and-warm': {
    place: 'room',
    draw: ({ light, ember, rose, dark }) =>
      '<g transform="rotate(10 200 210)">' +
      line(dark, 18, 'M168 92h64') +
      shape(
        rose,
        'M166 96h68q-8 18-8 38c46 6 70 28 70 66v80a44 44 0 0 1-44 44H148a44 44 0 0 1-44-44v-80c0-38 24-60 70-66q0-20-8-38Z',
      ) +
      line(ember, 9, 'M178 130h44M120 192q80-30 160 0M118 292q82 22 164 0') +
      heart(light, 200, 240, 38) +
      '</g>',
  },
  'passing-clouds': {
    place: 'hills',
    draw: ({ light, pale, near }) =>
      cloud(pale, 214, 148, 1.1, 0.75) +
      cloud(pale, -20, 176, 1, 0.55) +
      cloud(light, 100, 252, 1.8) +
      line(near, 5, 'M92 120q10-14 22 0q12-14 22 0M146 100q7-10 16 0q9-10 16 0'),
  },
  'between-two-bells': {
    place: 'hills',
    draw: ({ light, dark }) =>
      line(dark, 14, 'M40 96h320') +
      line(dark, 6, 'M112 96v44M288 96v44') +
      bell(dark, 112, 132) +
      bell(dark, 288, 132) +
      line(light, 5, 'M92 186c1-18 4-28 10-34M268 186c1-18 4-28 10-34', 0.5) +
      line(light, 6, 'M178 164q14 26 0 52M222 164q-14 26 0 52', 0.9) +
      disc(light, 200, 190, 6),
  },
  'when-something-goes-wrong': {
    place: 'hills',
    draw: ({ light, ember, far, near, dark }) =>
      shape(dark, 'M156 288h88l10 24H146Z') +
      shape(light, 'M80 172h240c0 70-40 112-84 124h-72c-44-12-84-54-84-124Z') +
      shape(far, 'M80 172c0-20 240-20 240 0s-240 20-240 0Z') +
      shape(near, 'M104 173c0-12 192-12 192 0s-192 12-192 0Z') +
      line(ember, 8, 'M140 188l22 36-16 30 24 40M250 186l-26 36 32 26-14 42M162 224l62-2'),
  },
  'a-hand-on-your-chest': {
    place: 'hills',
    draw: ({ light, rose, ember, dark }) =>
      heart(rose, 194, 196, 112) +
      line(dark, 34, 'M250 190L184 158M246 214L160 184M244 238L160 214M246 262L176 246M262 196l-2-58') +
      line(light, 26, 'M250 190L184 158M246 214L160 184M244 238L160 214M246 262L176 246M262 196l-2-58') +
      shape(light, 'M242 178c24-6 44 2 58 28l52 74-66 44-38-42c-12-10-16-20-16-32Z') +
      line(ember, 26, 'M300 340l68-46'),
  },
} satisfies Record<string, Drawing>;

/** It hangs from `x`, `y`, 116 wide and 128 high with its clapper. */
function bell(fill: string, x: number, y: number): string {
  const body = `M${x} ${y}c30 0 34 28 36 54 1 16 6 28 16 34 4 4 2 10-4 10h-96c-6 0-8-6-4-10 10-6 15-18 16-34 2-26 6-54 36-54Z`;
  return disc(fill, x, y + 104, 13) + shape(fill, body);
}
