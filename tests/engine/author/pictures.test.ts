import { expect, test } from 'vitest';
import { buildFunnels } from '../../../engine/author/build.ts';
import { compareFunnels } from '../../../engine/author/diff/compare-funnels.ts';
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
const build = (options: string, { sea = 'The sea', type = 'single_choice', largest = 100_001 } = {}) =>
  buildFunnels({
    files: [
      { name: 'places.yaml', text: flow(options, type) },
      { name: 'places.en.yaml', text: words(sea) },
    ],
    topics: dateTopics,
    pictures: new Map([
      ['sea.webp', 20_000],
      ['dark/forest.svg', largest],
    ]),
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
  const after = build('{ sea: { picture: dark/forest.svg }, forest: { icon: moon } }', { largest: 100 }).funnels[0]!;
  expect(compareFunnels(before, after).changes).toEqual([
    {
      kind: 'step',
      id: 'place',
      changes: ['option "sea", picture: sea.webp → dark/forest.svg', 'option "forest", icon: leaf → moon'],
    },
  ]);
});
