import { palette } from '../../../content/brand.ts';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { buildFunnels } from '../../../engine/author/build.ts';
import { icons } from '../../../engine/author/icons.ts';
import { dateTopics } from '../steps/date-funnel.ts';

const flow = `funnel: drawn
path: /drawn
storage_key: wizardDrawn
locales: [en]
steps:
  - { id: evening, type: single_choice, options: { calm: { icon: moon }, busy: {} } }
  - { id: likes, type: multiple_choice, options: { sea: { icon: wave, score: 1 }, hills: { icon: mountain } } }
outcomes: { only: { else: true, topics: [rest] } }
finish: results
`;
const words = `funnel: { name: Drawn, description: With icons. }
steps:
  evening: { title: How is your evening?, options: { calm: Calm, busy: { label: Busy, note: late } } }
  likes: { title: What do you like?, options: { sea: { label: The sea, note: waves }, hills: Hills } }
outcomes: { only: { title: Rest, summary: Rest., points: [Rest] } }
`;
const build = (text: string) =>
  buildFunnels({
    colours: palette,
    files: [
      { name: 'drawn.yaml', text },
      { name: 'drawn.en.yaml', text: words },
    ],
    topics: dateTopics,
  });
const versionOf = (text: string) => build(text).funnels[0]!.funnel.version;

test('the icon of an option is drawn in the words that its visitors load', () => {
  const { funnels, problems } = build(flow);
  expect(problems).toEqual([]);
  const { evening, likes } = funnels[0]!.words['en']!.steps;
  expect(evening!.options).toEqual({
    calm: { label: 'Calm', icon: icons.moon },
    busy: { label: 'Busy', note: 'late' },
  });
  expect(likes!.options).toEqual({
    sea: { label: 'The sea', note: 'waves', icon: icons.wave },
    hills: { label: 'Hills', icon: icons.mountain },
  });
});

test('another icon is no other version of the funnel', () => {
  expect(versionOf(flow.replace('icon: moon', 'icon: sun'))).toBe(versionOf(flow));
});

test('an icon that there is not is a problem, with the one that was meant', () => {
  const [problem, ...others] = build(flow.replace('icon: moon', 'icon: mooon')).problems;
  expect(others).toEqual([]);
  expect(problem).toMatchObject({ file: 'drawn.yaml', line: 6, hint: expect.stringContaining('moon') as string });
});

test('editors and the manual name every icon', () => {
  const schema = JSON.parse(readFileSync('schemas/funnel.schema.json', 'utf8')) as {
    definitions: { icon: { enum: string[] } };
  };
  expect(schema.definitions.icon.enum).toEqual(Object.keys(icons));
  const manual = readFileSync('docs/reference/funnel-language.md', 'utf8');
  for (const name of Object.keys(icons)) expect(manual).toContain(`\`${name}\``);
});
