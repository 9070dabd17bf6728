import { palette } from '../../../../content/brand.ts';
import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readFunnelNames } from '../../../../engine/author/editor/funnel-names.ts';
import { funnelSchemaFor, wordsSchemaFor } from '../../../../engine/author/editor/schemas.ts';
import { accentsOf } from '../../../../engine/author/look/draw-look.ts';
import { stepTypes } from '../../../../engine/author/steps/index.ts';
import { readFunnelFiles } from '../../../../scripts/build/load-site.ts';
import { openEditor, type Offer } from './language-server.ts';

const files = readFunnelFiles();
const names = readFunnelNames(files)!;
const topics = [
  { text: 'deep-sleep', about: 'Deep sleep' },
  { text: 'wind-down', about: 'Winding down' },
];
/** As they would be written now; those in the tree may be of an earlier version of the funnels. */
const generated = new Map(
  [
    ['funnel.schema.json', funnelSchemaFor(names, topics, accentsOf(palette))] as const,
    ['words.schema.json', wordsSchemaFor(names)] as const,
  ].map(([name, schema]) => [resolve('schemas/generated', name), JSON.stringify(schema)]),
);
const editor = openEditor(generated);

const flow = resolve('funnels/sleep-issues.yaml');
const words = resolve('funnels/sleep-issues.en.yaml');

/** A file of the site with a text replaced, the last one of its kind; `¦` is where the author is. */
function typing(file: string, old: string, replacement: string): string {
  const text = readFileSync(file, 'utf8');
  const at = text.lastIndexOf(old);
  if (at === -1) throw new Error(`${basename(file)} has no ${JSON.stringify(old)}.`);
  return text.slice(0, at) + replacement + text.slice(at + old.length);
}

const labels = (offers: readonly Offer[]): string[] => offers.map(({ label }) => label);

describe('an editor with the YAML language server', () => {
  test('finds nothing wrong with any file of the site', async () => {
    for (const { name, text } of files) expect(await editor.diagnose(resolve(name), text), name).toEqual([]);
  });

  test('still reports what the schema does', async () => {
    expect(await editor.diagnose(flow, typing(flow, 'storage_key', 'storagekey'))).toEqual([
      'Missing property "storage_key".',
      'Property storagekey is not allowed.',
    ]);
  });

  test('accepts a step and a topic that it has not heard of, as only the checker knows', async () => {
    expect(await editor.diagnose(flow, typing(flow, 'next: hours', 'next: a_new_step'))).toEqual([]);
    expect(await editor.diagnose(flow, typing(flow, '[calm-evening,', '[a-new-topic,'))).toEqual([]);
  });

  test('offers the steps further on as the target of a step, with what they are', async () => {
    const offers = await editor.complete(flow, typing(flow, 'next: hours', 'next: ¦'));
    const ids = names.find(({ id }) => id === 'sleep-issues')!.steps.map(({ id }) => id);
    expect(labels(offers)).toEqual([...ids.slice(ids.indexOf('awake_for') + 1), 'finish']);
    expect(offers.find(({ label }) => label === 'shift_pattern')?.about).toBe(
      'single_choice: What are your working hours like?',
    );
  });

  test('offers them to an option and to a branch too', async () => {
    const option = await editor.complete(flow, typing(flow, 'next: shift_pattern', 'next: s¦'));
    expect(labels(option)).toContain('shift_pattern');
    expect(labels(option)).not.toContain('welcome');
    const branch = typing(flow, 'next: hours', 'next:\n      - when: answered(trouble)\n        to: ¦');
    expect(labels(await editor.complete(flow, branch))).toContain('finish');
  });

  test('offers all steps to one that is new', async () => {
    const step = '  - id: brand_new\n    type: info\n    next: ¦\n\n  # A Likert row';
    const offers = labels(await editor.complete(flow, typing(flow, '  # A Likert row', step)));
    expect(offers).toContain('welcome');
    expect(offers).toContain('analyzing');
  });

  test('offers every type of step with its description', async () => {
    const offers = await editor.complete(flow, typing(flow, 'type: intro', 'type: ¦'));
    expect(labels(offers).toSorted()).toEqual([...stepTypes].toSorted());
    expect(offers.every(({ about }) => about.length > 10)).toBe(true);
  });

  test('offers conditions on the fields, variables and variants of the funnel', async () => {
    for (const place of ['show_if: trouble != "sleeping_fine"', 'when: alertness >= 3']) {
      const key = place.slice(0, place.indexOf(':'));
      const offers = labels(await editor.complete(flow, typing(flow, place, `${key}: ¦`)));
      expect(offers).toEqual(
        expect.arrayContaining([
          'trouble == "shift_work"',
          'eveningHabits has "nightcap"',
          'hours >= 7',
          'strain >= 1',
          'variant.night_fact == "cycles"',
        ]),
      );
    }
  });

  test('offers the hidden fields as what a field begins with, and those to conditions that are not personal', () => {
    const files = ['from-address.yaml', 'from-address.en.yaml', 'from-address.es.yaml'].map((name) => ({
      name,
      text: readFileSync(`tests/cases/${name}`, 'utf8'),
    }));
    const { definitions } = funnelSchemaFor(readFunnelNames(files)!, topics, []) as {
      readonly definitions: Readonly<Record<string, { readonly defaultSnippets?: readonly Offer[] }>>;
    };
    const offers = (name: string) => labels(definitions[`from-address ${name}`]!.defaultSnippets!);
    expect(offers('prefill')).toEqual([
      'query.utm_source',
      'query.coach',
      'query.first_name',
      'query.email',
      'query.list',
    ]);
    expect(offers('conditions').filter((each) => each.startsWith('query.'))).toEqual([
      'query.utm_source == ""',
      'query.coach == ""',
    ]);
  });

  test('offers topics and dimensions', async () => {
    expect(labels(await editor.complete(flow, typing(flow, '[calm-evening,', '[c¦,')))).toEqual([
      'deep-sleep',
      'wind-down',
    ]);
    const sums = labels(await editor.complete(flow, typing(flow, 'sum: score', 'sum: s¦')));
    expect(sums).toEqual(['score', 'rhythm', 'body', 'mind']);
  });

  test('offers keys, and says what they are for', async () => {
    const offers = labels(await editor.complete(flow, typing(flow, 'type: intro', 'type: intro\n    ¦')));
    expect(offers).toEqual(expect.arrayContaining(['show_if', 'next', 'goal', 'counts', 'renamed_from']));
    expect(await editor.hover(flow, readFileSync(flow, 'utf8'), 'storage_key')).toContain('keeps the finished answers');
  });

  test('knows only the funnel of the file, and of another that is being written nothing wrong', async () => {
    const other = readFileSync(flow, 'utf8').replace('funnel: sleep-issues', 'funnel: sleepless');
    expect(await editor.diagnose(flow, other)).toEqual([]);
    const offers = await editor.complete(flow, other.replace(/show_if: trouble != "sleeping_fine"/, 'show_if: ¦'));
    expect(offers).toEqual([]);
  });

  test('offers the steps, options and outcomes that a file of words can speak of', async () => {
    const steps = await editor.complete(words, typing(words, 'steps:\n', 'steps:\n  ¦\n'));
    expect(labels(steps)).toEqual([]);
    const lacking = typing(words, '  lights_out:', '  removed:').replace('steps:\n', 'steps:\n  ¦\n');
    expect(await editor.complete(words, lacking)).toContainEqual({
      label: 'lights_out',
      about: 'single_choice: What happens once the lights are out?',
    });
  });

  test('offers the experiments where a text is written, and their variants', async () => {
    const [line = ''] = /^ {2}welcome:\n {4}title: .*\n/m.exec(readFileSync(words, 'utf8')) ?? [];
    const ask = (texts: string) => editor.complete(words, typing(words, line, `  welcome:\n    ${texts}\n`));
    expect(labels(await ask('title:\n      ¦'))).toContain('variant.night_fact');
    const variants = labels(await ask('title:\n      variant.night_fact:\n        ¦'));
    expect(variants).toEqual(['cycles', 'effort']);
    const byVariant = typing(words, line, `  welcome:\n    title: { variant.night_fact: { cycles: A, effort: B } }\n`);
    expect(await editor.diagnose(words, byVariant)).toEqual([]);
    const misplaced = typing(words, line, `  welcome:\n    title: { variants: { cycles: A, effort: B } }\n`);
    expect(await editor.diagnose(words, misplaced)).not.toEqual([]);
  });
});

describe('the names of a funnel', () => {
  test('are known while it is being changed and has mistakes', () => {
    const broken = files.map((file) =>
      file.name.endsWith('sleep-issues.yaml')
        ? { ...file, text: file.text.replace('next: hours', 'next: nowhere').replace('type: intro', 'type: ') }
        : file,
    );
    expect(readFunnelNames(broken)?.map(({ id, steps }) => `${id} ${steps.length}`)).toEqual(
      names.map(({ id, steps }) => `${id} ${steps.length}`),
    );
  });

  test('are not known while it is not even YAML', () => {
    const broken = files.map((file, index) => (index === 2 ? { ...file, text: 'steps: [' } : file));
    expect(broken[2]?.name).toMatch(/reset\.yaml$/);
    expect(readFunnelNames(broken)).toBeUndefined();
  });
});
