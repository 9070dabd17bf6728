import { palette } from '../../../content/brand.ts';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { buildFunnels } from '../../../engine/author/build.ts';
import { compareFunnels } from '../../../engine/author/diff/compare-funnels.ts';
import { type PictureFile, readPicture } from '../../../engine/author/picture-file.ts';
import { toScreen } from '../../../engine/run/screen.ts';
import { startVisit } from '../../../stories/step/start-visit.ts';
import { dateTopics } from '../steps/date-funnel.ts';

const flow = (options: string, type = 'single_choice') => `funnel: places
path: /places
storage_key: wizardPlaces
locales: [en]
steps:
  - { id: place, type: ${type}, options: ${options} }
outcomes: { only: { else: true, topics: [rest] } }
finish: results
`;
const words = (sea: string) => `funnel: { name: Places, description: With pictures. }
steps: { place: { title: Where?, options: { sea: ${sea}, forest: The forest } } }
outcomes: { only: { title: Rest, summary: Rest., points: [Rest] } }
`;
const small = { bytes: 20_000, content: { format: 'webp', width: 600, height: 450 } };
const large = { bytes: 100_001 };
interface Given {
  readonly sea?: string;
  readonly type?: string;
  readonly files?: Readonly<Record<string, PictureFile>>;
}
const build = (options: string, { sea = 'The sea', type = 'single_choice', files = {} }: Given = {}) =>
  buildFunnels({
    colours: palette,
    files: [
      { name: 'places.yaml', text: flow(options, type) },
      { name: 'places.en.yaml', text: words(sea) },
    ],
    topics: dateTopics,
    pictures: new Map(Object.entries({ 'sea.webp': small, 'dark/forest.svg': large, ...files })),
  });
const codes = (...written: Parameters<typeof build>) =>
  build(...written).problems.map(({ code, line, column }) => `${code} ${line}:${column}`);

test('the picture of an option is an address in the words, with what it shows, and no part of the version', () => {
  const { funnels, problems } = build('{ sea: { picture: sea.webp, score: 1 }, forest: {} }', {
    sea: '{ label: The sea, alt: Waves }',
  });
  expect(problems).toEqual([]);
  const [{ funnel, words: byLocale }] = funnels as [(typeof funnels)[number]];
  const data = { funnel, words: byLocale['en']! };
  expect(toScreen(data, startVisit(funnel, { steps: [{ step: 'place' }] }).getSnapshot())).toMatchObject({
    options: [
      { key: 'sea', label: 'The sea', picture: { src: '/pictures/sea.webp', alt: 'Waves' } },
      { key: 'forest', label: 'The forest' },
    ],
  });
  expect(build('{ sea: { score: 1 }, forest: {} }').funnels[0]!.funnel.version).toBe(funnel.version);
});

test('a picture that shows what its label says has an empty text for those who see none', () => {
  const [built] = build('{ sea: { picture: sea.webp }, forest: {} }').funnels;
  expect(built!.words['en']!.steps['place']!.options!['sea']).toEqual({
    label: 'The sea',
    picture: { src: '/pictures/sea.webp', alt: '', loading: 'lazy' },
  });
});

test('a picture that is not there, is too large or has no room is a problem, and so are words of none', () => {
  const [unknown] = build('{ sea: { picture: see.webp }, forest: {} }').problems;
  expect(unknown).toMatchObject({ code: 'picture_unknown', line: 6, hint: 'Did you mean "sea.webp"?' });
  expect(codes('{ sea: {}, forest: { picture: dark/forest.svg } }')).toEqual(['picture_too_large 6:78']);
  expect(codes('{ sea: { picture: sea.webp }, forest: {} }', { type: 'select' })).toEqual(['picture_misfit 6:50']);
  expect(codes('{ sea: {}, forest: {} }', { sea: '{ label: Sea, alt: Waves }' })).toEqual(['text_misfit 2:64']);
  expect(codes('{ sea: { picture: https://x.com/a.png }, forest: {} }')).toHaveLength(1);
});

test('a comparison of two versions names pictures and icons that have changed, also of options without a note', () => {
  const before = build('{ sea: { picture: sea.webp }, forest: { icon: leaf } }').funnels[0]!;
  const after = build('{ sea: { picture: dark/forest.svg }, forest: { icon: moon } }', {
    files: { 'dark/forest.svg': { bytes: 100, content: { format: 'svg', width: 24, height: 24 } } },
  }).funnels[0]!;
  expect(compareFunnels(before, after).changes).toEqual([
    {
      kind: 'step',
      id: 'place',
      changes: ['option "sea", picture: sea.webp → dark/forest.svg', 'option "forest", icon: leaf → moon'],
    },
  ]);
});

const png = readFileSync('web/public/icons/icon-192.png');
const webp = readFileSync('docs/pictures/cabinet.webp');
const svg = (attributes: string) =>
  new TextEncoder().encode(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}></svg>`);
/** The header of a JPEG of this size, turned as cameras say it, and its end. */
const jpeg = (width: number, height: number, orientation: number) =>
  Buffer.concat([
    Buffer.from('ffd8ffe1001e4578696600004d4d002a00000008000101120003000000', 'hex'),
    Buffer.from([1, 0, orientation, 0, 0, 0xff, 0xc0, 0, 0x0b, 8, height >> 8, height & 255, width >> 8, width & 255]),
    Buffer.from('01011100ffd9', 'hex'),
  ]);
const avifBox = (name: string, ...parts: readonly Uint8Array[]) => {
  const content = Buffer.concat([Buffer.from(name), ...parts]);
  return Buffer.concat([Uint8Array.of(0, 0, 0, content.length + 4), content]);
};
/** The header of an AVIF of this size. */
const avif = (width: number, height: number) => {
  const size = Buffer.alloc(12);
  size.writeUInt32BE(width, 4);
  size.writeUInt32BE(height, 8);
  const properties = avifBox('iprp', avifBox('ipco', avifBox('ispe', size)));
  const kind = avifBox('ftyp', Buffer.from('avif'), Buffer.alloc(4));
  return Buffer.concat([kind, avifBox('meta', Buffer.alloc(4), properties)]);
};

test.each([
  ['a PNG', png, { format: 'png', width: 192, height: 192 }],
  ['a JPEG', jpeg(640, 480, 1), { format: 'jpg', width: 640, height: 480 }],
  ['a JPEG of a camera that lay on its side', jpeg(640, 480, 6), { format: 'jpg', width: 480, height: 640 }],
  ['an AVIF', avif(800, 600), { format: 'avif', width: 800, height: 600 }],
  ['an SVG with a size', svg('width="40" height="30"'), { format: 'svg', width: 40, height: 30 }],
  ['an SVG with a box', svg('viewBox="0 0 24 18"'), { format: 'svg', width: 24, height: 18 }],
  ['an SVG without either', svg(''), undefined],
  ['a PNG that is cut off', png.subarray(0, -20), undefined],
  ['a WebP that is cut off', webp.subarray(0, -20), undefined],
  ['a JPEG that is cut off', jpeg(640, 480, 1).subarray(0, -2), undefined],
  ['an SVG that is cut off', svg('viewBox="0 0 24 18"').subarray(0, -3), undefined],
  ['a text', new TextEncoder().encode('<!doctype html><title>Not found</title>'), undefined],
  ['nothing', new Uint8Array(), undefined],
])('%s is known by its content', (_what, bytes, content) => {
  expect(readPicture(bytes)).toEqual({ bytes: bytes.length, ...(content && { content }) });
});

test.each([
  ['sea.webp', { bytes: 900 }, 'picture_unreadable', 'broken, cut off'],
  ['sea.webp', readPicture(png), 'picture_format', 'Name it sea.png'],
  ['sea.webp', { bytes: 900, content: { format: 'heic', width: 60, height: 45 } }, 'picture_format', 'Save it as SVG'],
  ['sea.jpeg', { bytes: 900, content: { format: 'jpg', width: 60, height: 45 } }, undefined, ''],
  [
    'sea.jpg',
    { bytes: 90_000, content: { format: 'jpg', width: 600, height: 6000 } },
    'picture_too_large',
    '600 pixels',
  ],
  ['sea.jpg', { bytes: 3_000_000 }, 'picture_too_large', 'Make it smaller'],
  ['sea.svg', { bytes: 900, content: { format: 'svg', width: 6000, height: 4500 } }, undefined, ''],
])('%s that holds %o: %s', (name, file, code, hint) => {
  const { problems } = build(`{ sea: { picture: ${name} }, forest: {} }`, { files: { [name]: file } });
  expect(problems.map((each) => each.code)).toEqual(code ? [code] : []);
  expect(problems[0]?.hint ?? '').toContain(hint);
});
