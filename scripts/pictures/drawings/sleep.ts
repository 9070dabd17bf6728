import { disc, line, rain, shape, type Drawing } from './pen.ts';

/** Sessions for the night. */
export const sleepDrawings = {
  'sinking-slowly': {
    place: 'water',
    draw: ({ light }) =>
      shape(light, 'M112 250a88 88 0 0 1 176 0Z') +
      line(light, 7, 'M128 268h144', 0.9) +
      line(light, 6, 'M146 288h108', 0.7) +
      line(light, 6, 'M160 314h80', 0.5) +
      line(light, 6, 'M172 346h56', 0.35) +
      line(light, 6, 'M184 384h32', 0.2),
  },
  'rain-on-the-roof': {
    place: 'hills',
    draw: ({ light, warm, near, dark }) =>
      rain(light, [
        [60, 96],
        [124, 122],
        [96, 176],
        [40, 200],
        [188, 84],
        [244, 70],
        [328, 92],
        [356, 176],
        [318, 160],
      ]) +
      shape(dark, 'M252 128h32v80h-32Z') +
      shape(near, 'M92 250L200 150l108 100v150H92Z') +
      shape(warm, 'M166 242h68v68h-68Z') +
      line(near, 8, 'M200 242v68M166 276h68') +
      line(dark, 28, 'M62 276L200 148l138 128'),
  },
  'awake-at-three': {
    place: 'room',
    draw: ({ light, near, dark, rose }) =>
      line(dark, 16, 'M148 282l-18 30M252 282l18 30') +
      line(rose, 30, 'M140 138l18-16M260 138l-18-16') +
      disc(dark, 200, 208, 98) +
      disc(light, 200, 208, 80) +
      line(near, 7, 'M200 140v8M200 268v8M132 208h8M260 208h8', 0.5) +
      line(dark, 11, 'M200 208v-50M200 208h38') +
      disc(dark, 200, 208, 9),
  },
  'closing-the-day': {
    place: 'hills',
    draw: ({ light, warm, near, dark, rose }) =>
      '<g transform="rotate(-8 200 200)">' +
      shape(warm, 'M230 280h26v62l-13-12-13 12Z') +
      shape(dark, 'M138 96h134a14 14 0 0 1 14 14v186H138a22 22 0 0 1-22-22V118a22 22 0 0 1 22-22Z') +
      shape(light, 'M134 264h152v24H134a12 12 0 0 1 0-24Z') +
      line(near, 2, 'M140 276h146', 0.4) +
      shape(rose, 'M138 96h134a14 14 0 0 1 14 14v154H138q-14 0-22 10V118a22 22 0 0 1 22-22Z') +
      line(dark, 4, 'M146 96v168', 0.3) +
      shape(light, 'M216 138a44 44 0 1 0 36 70 38 38 0 0 1-36-70Z') +
      '</g>',
  },
  'a-little-slower': {
    place: 'hills',
    draw: ({ light, ember, dark, rose }) =>
      line(light, 7, 'M84 212l-16-38M100 210l8-40') +
      disc(light, 68, 174, 7) +
      disc(light, 108, 170, 7) +
      shape(
        light,
        'M92 200c-20 0-32 14-32 32 0 46 34 84 88 84h194c14 0 14-10 4-16-34-20-84-18-122-18-52 0-76-14-94-52-8-18-18-30-38-30Z',
      ) +
      disc(rose, 222, 216, 78) +
      line(ember, 14, 'M222 216a14 14 0 0 1 24 10c0 22-24 30-42 20-28-16-22-60 12-66 44-8 70 38 52 76') +
      line(dark, 6, 'M222 216a14 14 0 0 1 24 10c0 22-24 30-42 20-28-16-22-60 12-66 44-8 70 38 52 76', 0.45),
  },
  'the-house-goes-quiet': {
    place: 'hills',
    draw: ({ warm, far, near, dark }) =>
      shape(far, 'M88 176h224v160H88Z') +
      shape(dark, 'M62 186L200 88l138 98Z') +
      shape(dark, 'M118 200h40v44h-40ZM242 200h40v44h-40ZM118 262h40v44h-40ZM178 266h44v70h-44Z') +
      shape(warm, 'M180 200h40v44h-40Z', 0.4) +
      shape(warm, 'M242 262h40v44h-40Z') +
      line(near, 5, 'M262 262v44M242 284h40'),
  },
  'sleep-by-day': {
    place: 'room',
    draw: ({ warm, dark, rose, deep }) =>
      shape(rose, 'M78 104h120v204q-20 10-40 0t-40 0-40 0Z', 0.75) +
      shape(rose, 'M202 104h120v204q-20 10-40 0t-40 0-40 0Z', 0.75) +
      disc(warm, 200, 196, 76, 0.35) +
      disc(warm, 200, 196, 54) +
      line(deep, 8, 'M108 112v188M140 112v188M172 112v188M228 112v188M260 112v188M292 112v188', 0.16) +
      shape(deep, 'M197 104h6v206h-6Z', 0.7) +
      line(dark, 16, 'M64 100h272') +
      disc(warm, 60, 100, 13) +
      disc(warm, 340, 100, 13),
  },
} satisfies Record<string, Drawing>;
