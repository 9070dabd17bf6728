import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { palette } from '../../../content/brand.ts';
import { buildFunnels } from '../../../engine/author/build.ts';
import { funnelSchema } from '../../../engine/author/shape/validate.ts';
import { compareFunnels } from '../../../engine/author/diff/compare-funnels.ts';
import { dateTopics } from '../steps/date-funnel.ts';

const flow = `funnel: seen
path: /seen
storage_key: wizardSeen
locales: [en, es]
look: { scene: meadow, light: morning, accent: clay }
steps:
  - { id: welcome, type: intro }
outcomes: { only: { else: true, topics: [rest] } }
finish: results
`;
const words = `funnel: { name: Seen, description: With a look. }
steps: { welcome: { title: Welcome } }
outcomes: { only: { title: Rest, summary: Rest., points: [Rest] } }
`;
const build = (text: string) =>
  buildFunnels({
    colours: palette,
    files: [
      { name: 'seen.yaml', text },
      { name: 'seen.en.yaml', text: words },
      { name: 'seen.es.yaml', text: words },
    ],
    topics: dateTopics,
  });
const builtOf = (text: string) => {
  const { funnels, problems } = build(text);
  expect(problems).toEqual([]);
  return funnels[0]!;
};
const lookOf = (text: string) => builtOf(text).words['en']!.look;
const plain = flow.replace(/look: .*\n/, '');

test('the scene of a funnel is drawn in the light that it names, the same in all languages', () => {
  const { words } = builtOf(flow);
  expect(words['es']!.look).toEqual(words['en']!.look);
  expect(words['en']!.look).toMatchObject({ name: 'meadow, morning, clay', accent: 'clay' });
  const { morning } = palette.lights;
  expect(words['en']!.look.scene.skies).toEqual([morning.from, morning.to]);
  for (const other of ['scene: peaks', 'scene: forest'])
    expect(lookOf(flow.replace('scene: meadow', other)).scene).not.toEqual(words['en']!.look.scene);
});

test('a funnel that says nothing of it looks as the rest of the site', () => {
  expect(lookOf(plain)).toEqual(lookOf(flow.replace(/look: .*/, 'look: { scene: lake, light: night, accent: dusk }')));
  expect(lookOf(plain)).not.toHaveProperty('accent');
});

test('another look is no other version of the funnel, and a change that is named', () => {
  expect(compareFunnels(builtOf(plain), builtOf(flow))).toEqual({
    changes: [{ kind: 'funnel', id: 'seen', changes: ['look: lake, night, dusk → meadow, morning, clay'] }],
    visitors: undefined,
    losses: [],
  });
});

test('a scene that there is not is a problem, with the one that was meant', () => {
  const [problem, ...others] = build(flow.replace('meadow', 'medow')).problems;
  expect(others).toEqual([]);
  expect(problem).toMatchObject({ file: 'seen.yaml', line: 5, hint: expect.stringContaining('meadow') as string });
});

test.each([
  ['plumm', 'Did you mean "plum"?'],
  ['beige', 'Write clay or dusk or leaf or plum or sea.'],
])('an accent that the brand has not is a problem: %s', (accent, hint) => {
  const [problem, ...others] = build(flow.replace('clay', accent)).problems;
  expect(others).toEqual([]);
  const message = `"${accent}" is not a value of "accent".`;
  expect(problem).toMatchObject({ code: 'unknown_value', message, hint, file: 'seen.yaml', line: 5, column: 48 });
});

test('editors and the manual name every scene and light', () => {
  const { scene, light } = funnelSchema.properties.look.properties;
  expect(scene.enum).toEqual(Object.keys(palette.lands).toSorted());
  expect(light.enum).toEqual(Object.keys(palette.lights).toSorted());
  const manual = readFileSync('docs/reference/funnel-language.md', 'utf8');
  for (const name of [...scene.enum, ...light.enum]) expect(manual).toContain(`\`${name}\``);
});
