/** The brand, as the site, emails, reports, pictures and Storybook show it: docs/guide/change-the-brand.md. */
export const brand = { name: 'Still Waters' };

/** The colours of the site by day; `tokens.css` says what each is for. */
const day = {
  page: '#f6f4f8',
  surface: '#fffefd',
  raised: '#fff',
  sunken: '#ebe9f2',
  ink: '#1f2142',
  inkSoft: '#575a7a',
  line: '#e1dfea',
  edge: '#7f829c',
  accent: '#4552a5',
  accentStrong: '#36428a',
  accentWash: '#ecedfa',
  onAccent: '#ffffff',
  danger: '#b01f3c',
  dangerFill: '#b01f3c',
  onDanger: '#fff',
  success: '#1d6a4d',
  successWash: '#e5f3ec',
  star: '#c07a22',
  focus: '#4552a5',
  night: '#2b2f66',
  dusk: '#7d6fae',
  rose: '#e3a6a8',
  dawn: '#fbd9b4',
  glow: '#fbece2',
  /** At the top of a page. */
  sky: '#e6e8f8',
  /** The browser's own bar. */
  bar: '#e6e8f8',
};

export type Colours = Readonly<typeof day>;

/** What isn't said here is as by day. */
const night: Colours = {
  ...day,
  page: '#12142b',
  surface: '#1c1f3c',
  raised: '#262a4c',
  sunken: '#0d0f22',
  ink: '#f4efe9',
  inkSoft: '#b9b7cc',
  line: '#2e3256',
  edge: '#8487ab',
  accent: '#f3ba8d',
  accentStrong: '#f9cfab',
  accentWash: '#342b42',
  onAccent: '#2a1a1c',
  danger: '#ff9dab',
  success: '#8fd6b4',
  successWash: '#1a3640',
  star: '#f3ba8d',
  focus: '#f9cfab',
  night: '#20234f',
  dusk: '#62588f',
  rose: '#c08a92',
  dawn: '#ecc196',
  glow: '#271e3a',
  sky: '#1d1f45',
  bar: '#15172f',
};

export const palette = {
  day: day as Colours,
  night,
  /** Of moon, sun, stars and what they shine on, in drawings. */
  moonlight: '#fff3e2',
  /** The site's own drawings: the hill of a medallion, the light, the water. */
  drawings: { hill: '#4a4685', light: '#fff3df', water: '#34366f' },
  /** What a quiz can have in the place of the site's accent, by day and by night: `look: { accent: sea }`. */
  accents: {
    sea: {
      day: { accent: '#1d6577', strong: '#144e5d', wash: '#e3f1f4', sky: '#dcebf0' },
      night: { accent: '#8ed1d3', strong: '#b4e3e4', wash: '#1d3345', sky: '#142840' },
    },
    leaf: {
      day: { accent: '#44692f', strong: '#345224', wash: '#ebf3e3', sky: '#e5eedb' },
      night: { accent: '#b7d69a', strong: '#d0e6ba', wash: '#273437', sky: '#1a2a37' },
    },
    plum: {
      day: { accent: '#83397c', strong: '#692b63', wash: '#f7e8f5', sky: '#f2e3f0' },
      night: { accent: '#e2b3e6', strong: '#efcff1', wash: '#3a2a4c', sky: '#2a1d48' },
    },
    clay: {
      day: { accent: '#9a4a22', strong: '#7c3917', wash: '#fbece3', sky: '#fae8db' },
      night: { accent: '#f4b183', strong: '#f9cba9', wash: '#3a2b3a', sky: '#2a1f3d' },
    },
  },
  /** The skies of a quiz's scene, as it begins and as it ends, and what they do to the land: `look: { light: morning }`. */
  lights: {
    night: {
      from: [day.night, '#5a5192', day.dusk],
      to: ['#6f64a6', day.rose, day.dawn],
      land: '#282a60',
      share: 0.68,
    },
    morning: {
      from: ['#a5a7dd', '#ecc0cb', '#fde3c6'],
      to: ['#8fc4ec', '#cfe5f3', '#fff2d6'],
      land: '#f0b8a0',
      share: 0.14,
    },
    sunrise: {
      from: ['#54498c', '#b56f94', '#f0a98a'],
      to: ['#5f9fd6', '#f6cf9e', '#ffefc4'],
      land: '#7d3f78',
      share: 0.26,
    },
    rain: {
      from: ['#56658a', '#8b9cb8', '#b9c4d0'],
      to: ['#7fb0d8', '#c3dcea', '#fbeed6'],
      land: '#4a5f86',
      share: 0.3,
    },
  },
  /** The land of a scene from far to near, in plain daylight: `look: { scene: meadow }`. */
  lands: {
    lake: ['#8d86bb', '#625fa0', '#5a6aa8'],
    meadow: ['#a9bf9b', '#82a572', '#5f8a58'],
    peaks: ['#b3a3d2', '#7a6cae', '#4a4a78'],
    shore: ['#8790b5', '#5d9bb3', '#ecd3ae'],
    forest: ['#8fb0a6', '#5c8a80', '#36595a'],
  },
  /** The mark on the icons of the installed app, which stands on the night. */
  iconMark: '#f6d3b0',
  /** The head of an email, from its top; `plain` where a mail program draws no gradients. */
  mailSky: {
    name: '#ffffff',
    moon: '#fbe7cf',
    ripple: '#fff6ea',
    day: { plain: '#5b5291', gradient: [day.night, '#6a5f9f', day.rose, day.dawn] },
    night: { plain: '#62588f', gradient: ['#181a3c', '#3a366f', '#74557f', '#8a6286'] },
  },
  /** Lines and bars of reports. */
  charts: {
    day: { line: '#dbd9e6', wentOn: '#b9bfe6', signUps: '#7a4f9c', purchases: '#a85a10' },
    night: { line: '#3a3e66', wentOn: '#565b93', visits: '#a9b4ff', signUps: '#d0b0f0' },
  },
  /** The picture of a funnel's flow, each by day and by night: paper and lines, then the kinds of steps. */
  graph: {
    paper: [day.page, '#14162b'],
    card: [day.raised, '#20233f'],
    label: [day.page, '#14162b'],
    ink: [day.ink, '#eeeef8'],
    soft: [day.inkSoft, '#b3b6d3'],
    line: ['#8d90aa', '#787c9e'],
    edge: ['#d3d1e0', '#3b3f63'],
    if: [day.accent, '#a9b4ff'],
    screen: [day.dusk, '#b0a2e0'],
    choice: [day.accent, '#93a0f5'],
    typed: [day.success, '#6fcba4'],
    pause: ['#8a8ca3', '#9a9dbb'],
    outcome: ['#b06a14', '#f0b566'],
  },
  /** The skies of the sessions' pictures from the top to the horizon, and their hills from far to near: a hue for each category. */
  pictures: {
    sleep: { sky: ['#0f1238', '#1f2259', '#3b3a82', '#6c62a8'], land: ['#34357a', '#21235a', '#13153a'] },
    calm: { sky: ['#12485a', '#2a707c', '#74aaa5', '#d3e3d0'], land: ['#4c8b8c', '#296170', '#163e4f'] },
    breathing: { sky: ['#2f6ab8', '#6199da', '#a8c9ef', '#e8eefb'], land: ['#82aade', '#4d7fc4', '#285293'] },
    confidence: { sky: ['#7c2f6c', '#c7567a', '#f4946f', '#fdd28f'], land: ['#aa4a78', '#753164', '#471e4f'] },
    reset: {
      sky: ['#3a7a5c', '#7fb37b', '#d0dd97', '#fdf3c6'],
      land: ['#80af6d', '#4c8760', '#285c4b'],
      light: '#fffbe8',
    },
  },
  /** A lit window in them. */
  pictureWindow: '#ffd9a0',
  /** What their objects have beside the hue of the category: lamplight, and clay or a low sun. */
  pictureObjects: { warm: '#ffd18c', ember: '#e58a5f' },
  /** One of these lies over each picture. */
  pictureTints: [day.night, day.dusk, '#8a5f94', day.accent, '#3f6a8f'],
} as const;
