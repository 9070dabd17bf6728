import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { FunnelSource, wordsFileOf } from '../../../scripts/storybook/funnel-source.ts';
import { shownOf } from '../../../scripts/storybook/funnel-stories.ts';
import { funnelIndexer } from '../../../scripts/storybook/indexer.ts';
import { toScreen } from '../../../engine/run/screen.ts';
import '../../../engine/run/steps/all.ts';
import { startVisit } from '../../../stories/step/start-visit.ts';
import { buildCase } from '../../engine/cases/case.ts';
import { funnelStories } from '../../../scripts/storybook/plugin.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'stories-'));
for (const name of readdirSync('funnels').filter((name) => /^(sleep|self)/.test(name)))
  cpSync(path.join('funnels', name), path.join(folder, name));
afterAll(() => rmSync(folder, { recursive: true }));

const sleep = { funnel: 'sleep-issues', locale: 'en' };
const shared = new FunnelSource();
const statesOf = (step: string) =>
  shared.storiesOf(sleep).flatMap(({ args }) => (args.shows === 'step' && args.step === step ? [args.state] : []));

// The first reads and proves all funnels.
test('Every step and every outcome of a funnel has stories', () => {
  const { funnel } = shared.funnel('sleep-issues')!;
  const stories = shared.storiesOf(sleep).map(({ title }) => title);
  const expected = [
    ...funnel.steps.map(({ id }) => `Funnels/Sleep better/English/Steps/${id}`),
    ...funnel.outcomes.map(({ id }) => `Funnels/Sleep better/English/Outcomes/${id}`),
  ];
  expect([...new Set(stories)]).toEqual(expected);
});

test('Both languages have the same stories, in folders and under ids of their own', () => {
  const english = shared.storiesOf(sleep);
  const spanish = shared.storiesOf({ ...sleep, locale: 'es' });
  expect(spanish.map(({ id }) => id)).toEqual(
    english.map(({ id }) => id.replace('sleep-issues-en-', 'sleep-issues-es-')),
  );
  expect(spanish.map(({ title }) => title)).toEqual(english.map(({ title }) => title.replace('English', 'Spanish')));
  expect(new Set(english.map(({ id }) => id)).size).toBe(english.length);
});

test('A step is shown in the states that it has', () => {
  expect(statesOf('welcome')).toEqual(['empty']);
  expect(statesOf('trouble')).toEqual(['empty', 'chosen']);
  expect(statesOf('evening_habits')).toEqual(['empty', 'chosen', 'invalid']);
  expect(statesOf('analyzing')).toEqual(['empty', 'last']);
});

test('Steps and outcomes with texts by variant are also shown to visitors with each other variant', () => {
  const { funnel, words } = buildCase('price-words').funnels[0]!;
  const shown = shownOf(funnel).filter(({ name }) => /opening|price/.test(name));
  expect(shown.map(({ subject, name }) => `${subject} ${name}`)).toEqual([
    ...['welcome', 'hours', 'wake', 'budget'].map((step) => `${step} opening_bold`),
    ...['tired', 'fine'].flatMap((outcome) => [`${outcome} results_opening_bold`, `${outcome} plan_opening_bold`]),
    ...['monthly', 'once'].flatMap((variant) => [
      ...['offer', 'budget'].map((step) => `${step} price_${variant}`),
      ...['tired', 'fine'].flatMap((outcome) => [
        `${outcome} results_price_${variant}`,
        `${outcome} plan_price_${variant}`,
      ]),
    ]),
  ]);
  const titles = shown.flatMap(({ args }) =>
    args.shows === 'step'
      ? toScreen({ funnel, words: words['en']! }, startVisit(funnel, args.visit).getSnapshot())!.title
      : [],
  );
  expect(titles).toEqual(expect.arrayContaining(['You lose a night every week', 'What is it worth once?']));
});

test('A visit that ends with a step comes to the outcome that the story names', () => {
  const last = shared.storiesOf(sleep).find(({ args }) => args.shows === 'step' && args.state === 'last')!;
  const ids = shared.funnel('sleep-issues')!.funnel.outcomes.map(({ id }) => id);
  expect(ids).toContain((last.args as { outcome?: string }).outcome);
});

test('The colours of each step and of each kind of page are looked at in the dark, once', () => {
  const dark = shared.storiesOf(sleep).filter(({ contrast }) => contrast === 'light and dark');
  const subjects = dark.map(({ args }) => (args.shows === 'step' ? `${args.step} ${args.state}` : args.shows));
  expect(subjects.filter((subject) => /^(trouble|evening_habits|welcome|results|plan)/.test(subject))).toEqual([
    'welcome empty',
    'trouble chosen',
    'evening_habits chosen',
    'evening_habits invalid',
    'results',
    'plan',
  ]);
  const spanish = shared.storiesOf({ ...sleep, locale: 'es' });
  expect(new Set(spanish.map(({ contrast }) => contrast))).toEqual(new Set(['none']));
});

test('The index names what the module of the words file exports', async () => {
  const file = path.resolve('funnels/sleep-issues.es.yaml');
  const [index, { load }] = [
    await funnelIndexer(shared).createIndex(file, { makeTitle: String }),
    funnelStories(shared),
  ];
  const { code } = (load as (id: string) => { code: string })(file);
  for (const { __id, exportName } of index) {
    expect(code).toContain(`export const ${exportName} = `);
    expect(code).toContain(`"parameters":{"__id":"${__id}",`);
  }
  expect(index.length).toBeGreaterThan(40);
});

test('A funnel with problems has one story that tells them, and takes no other funnel along', () => {
  breakWords();
  const fresh = new FunnelSource(folder);
  const [story, ...others] = fresh.storiesOf(sleep);
  expect(others).toEqual([]);
  expect(story!.id).toBe('sleep-issues-en--problems');
  expect(JSON.stringify(story!.args)).toMatch(/sleep-issues\.en\.yaml:\d+:\d+ .*troubel/s);
  expect(fresh.funnel('sleep-issues')).toBeNull();
  expect(fresh.storiesOf({ funnel: 'self-confidence', locale: 'en' }).length).toBeGreaterThan(40);
  mendWords();
});

test('A funnel that breaks tells its problems under the ids that it had, until it is mended', () => {
  const source = new FunnelSource(folder);
  const before = source.storiesOf(sleep);
  breakWords();
  const [problems, ...broken] = source.storiesOf(sleep);
  expect(problems!.id).toBe('sleep-issues-en--problems');
  expect(broken.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  expect(new Set(broken.map(({ args }) => args.shows))).toEqual(new Set(['problems']));
  mendWords();
  expect(source.storiesOf(sleep)).toEqual(before);
});

test('Only files of words have stories', () => {
  expect(wordsFileOf('funnels/sleep-issues.es.yaml')).toEqual({ funnel: 'sleep-issues', locale: 'es' });
  for (const file of ['funnels/sleep-issues.yaml', 'content/topics.en.yaml', 'funnels/notes.en.md'])
    expect(wordsFileOf(file)).toBeNull();
});

test('Funnels of the same name have folders of their own, in every language', async () => {
  for (const [ending, change] of [
    [
      '',
      (text: string) => text.replaceAll('sleep-issues', 'sleep-again').replace(/(?<=storage_key: ).*/, 'wizardAgain'),
    ],
    ['.en', String],
    ['.es', String],
  ] as const) {
    const text = change(readFileSync(`funnels/sleep-issues${ending}.yaml`, 'utf8'));
    writeFileSync(path.join(folder, `sleep-again${ending}.yaml`), text);
  }
  const source = new FunnelSource(folder);
  const stories = ['sleep-issues', 'sleep-again'].flatMap((funnel) =>
    ['en', 'es'].flatMap((locale) => source.storiesOf({ funnel, locale })),
  );
  expect(new Set(stories.map(({ title, name }) => `${title}/${name}`)).size).toBe(stories.length);
  expect(new Set(stories.map(({ id }) => id)).size).toBe(stories.length);
  expect(stories.at(-1)!.title).toMatch(/^Funnels\/Sleep better \(sleep-again\)\/Spanish\//);
});

const words = path.join(folder, 'sleep-issues.en.yaml');

function breakWords(): void {
  writeFileSync(words, readFileSync('funnels/sleep-issues.en.yaml', 'utf8').replace('\n  trouble:', '\n  troubel:'));
}

function mendWords(): void {
  cpSync('funnels/sleep-issues.en.yaml', words);
}
