import { palette } from '../../../content/brand.ts';
import { describe, expect, test } from 'vitest';
import { buildFunnels, createMemory, type SourceFile } from '../../../engine/author/build.ts';
import { parseTopics } from '../../../engine/author/topics.ts';
import { build, expectProblem, soundFiles, problemTexts, topics } from './harness.ts';

const [flow, english, spanish] = soundFiles as [SourceFile, SourceFile, SourceFile];

describe('the files of a funnel belong together', () => {
  test('words of a misspelt funnel are reported once', () => {
    const { problems } = build([flow, english, { ...spanish, name: 'slep.es.yaml' }]);
    expect(problems.map(({ file, code, hint }) => [file, code, hint])).toEqual([
      ['slep.es.yaml', 'words_without_flow', 'Did you mean sleep.es.yaml?'],
    ]);
  });

  test('words of a misspelt locale are reported once', () => {
    const { problems } = build([flow, english, { ...spanish, name: 'sleep.se.yaml' }]);
    expect(problems.map(({ file, code, hint }) => [file, code, hint])).toEqual([
      ['sleep.se.yaml', 'locale_undeclared', 'Did you mean sleep.es.yaml?'],
    ]);
  });

  test('the last segment of a name decides, and the whole name is shown', () => {
    const files = soundFiles.map((file) => ({ ...file, name: `content/funnels/${file.name}` }));
    expect(build(files).problems).toEqual([]);
    const broken = files.map((file) => ({ ...file, text: file.text.replace('next: hours', 'next: nowhere') }));
    expect(build(broken).problems[0]?.file).toBe('content/funnels/sleep.yaml');
  });

  test('a file that is there twice', () => {
    expectProblem([...soundFiles, { ...flow, name: 'other/sleep.yaml' }], 'file_twice', 1, 1);
  });

  test('a file that is no funnel', () => {
    expectProblem([...soundFiles, { name: 'Notes.yaml', text: 'a: b' }], 'file_name', 1, 1);
  });

  test('an empty file, and one with comments only', () => {
    expect(
      problemTexts(
        build([
          { name: 'a.yaml', text: '' },
          { name: 'b.yaml', text: '# nothing yet\n' },
        ]).problems,
      ),
    ).toEqual(['file_empty 1:1', 'file_empty 1:1']);
  });
});

test('a byte order mark takes no column and is not shown', () => {
  const files = soundFiles.map(({ name, text }) => ({ name, text: `\ufeff${text}` }));
  expect(build(files).problems).toEqual([]);
  const [, ...words] = files;
  const broken = [{ ...flow, text: `\ufeff${flow.text.replace('funnel:', 'funel:')}` }, ...words];
  const problem = expectProblem(broken, 'unknown_key', 1, 1);
  expect(problem.frame).not.toContain('\ufeff');
});

test('files may have the line ends of any system', () => {
  for (const lineEnd of ['\r\n', '\r']) {
    const files = soundFiles.map(({ name, text }) => ({
      name,
      text: `# A comment\n${text}`.replaceAll('\n', lineEnd),
    }));
    expect(build(files).problems).toEqual([]);
  }
});

/** A second funnel, the same but for its id and some changes. */
function other(changes: (text: string) => string): readonly SourceFile[] {
  return soundFiles.map(({ name, text }) => ({
    name: name.replace('sleep', 'rest'),
    text: changes(text.replace('funnel: sleep', 'funnel: rest')),
  }));
}

describe('two funnels', () => {
  test('never have the same path', () => {
    const problem = expectProblem(
      [...soundFiles, ...other((text) => text.replace('wizardSleep', 'wizardRest'))],
      'path_twice',
      2,
      7,
    );
    expect(problem).toMatchObject({ file: 'rest.yaml', related: [{ file: 'sleep.yaml', line: 2, column: 7 }] });
  });

  test('never store their answers under the same key', () => {
    expectProblem([...soundFiles, ...other((text) => text.replace('/sleep', '/rest'))], 'storage_key_twice', 3, 14);
  });

  test('are warned of where a copy keeps the goals of its original, and published all the same', () => {
    const copied = other((text) => text.replace('/sleep', '/rest').replace('wizardSleep', 'wizardRest'));
    const withGoal = (start: string) =>
      build([...soundFiles, ...copied.map((file) => ({ ...file, text: file.text.replace('sleep_finish', start) }))]);
    const { funnels, problems, warnings } = withGoal('rest_finish');
    expect(problems).toEqual([]);
    expect(funnels).toHaveLength(2);
    const shared = warnings.filter(({ code }) => code === 'goal_shared');
    expect(shared).toMatchObject([
      { file: 'rest.yaml', line: 5, column: 17, related: [{ file: 'sleep.yaml', line: 5, column: 17 }] },
    ]);
    expect(withGoal('sleep_finish').warnings.filter(({ code }) => code === 'goal_shared')).toHaveLength(2);
  });
});

test('paths that the site keeps for itself can be given', () => {
  const { problems } = buildFunnels({ colours: palette, files: soundFiles, topics, reservedPaths: ['/sleep'] });
  expect(problemTexts(problems)).toEqual(['reserved_path 2:7']);
});

describe('topics', () => {
  const text =
    'deep-sleep:\n  en: { title: Deep sleep, focus: Rest., practice: Listen. }\n  es: { title: Sueño, focus: Descanso., practice: Escucha. }\n';

  test('are read by id and locale', () => {
    const { topics: catalog, problems } = parseTopics({ name: 'content/topics.yaml', text });
    expect(problems).toEqual([]);
    expect(catalog.complete).toBe(true);
    expect(catalog.topics['deep-sleep']?.['es']?.title).toBe('Sueño');
  });

  test('that are broken are reported once, and not missed by the funnels', () => {
    const { topics: catalog, problems } = parseTopics({
      name: 'content/topics.yaml',
      text: text.replace('title: Sueño', 'titulo: Sueño'),
    });
    expect(problems.map(({ code, line, column }) => [code, line, column])).toEqual([['unknown_key', 3, 9]]);
    expect(catalog.complete).toBe(false);
    expect(buildFunnels({ colours: palette, files: soundFiles, topics: catalog })).toMatchObject({
      funnels: [],
      problems: [],
    });
  });

  test('that are no YAML are reported and nothing else', () => {
    const { problems } = parseTopics({ name: 'topics.yaml', text: 'deep-sleep: "' });
    expect(problems.map(({ code }) => code)).toEqual(['yaml_syntax']);
  });

  test('must be in every language of the funnel', () => {
    const { es: _es, ...inEnglish } = topics.topics['wind-down'] ?? {};
    const catalog = { ...topics, topics: { ...topics.topics, 'wind-down': inEnglish } };
    expect(problemTexts(buildFunnels({ colours: palette, files: soundFiles, topics: catalog }).problems)).toEqual([
      'topic_untranslated 54:26',
    ]);
  });
});

test('a flow needs no optional section', () => {
  const text =
    'funnel: sleep\npath: /sleep\nstorage_key: s\nlocales: [en]\nsteps: [{ id: a, type: info }]\noutcomes: { b: { else: true, topics: [deep-sleep] } }\nfinish: results\n';
  const words =
    'funnel: { name: A, description: A }\nsteps: { a: { title: A } }\noutcomes: { b: { title: B, summary: B, points: [B] } }\n';
  const { funnels, problems } = build([
    { name: 'sleep.yaml', text },
    { name: 'sleep.en.yaml', text: words },
  ]);
  expect(problems).toEqual([]);
  expect(funnels[0]?.funnel).toMatchObject({
    goals: {},
    dimensions: [],
    variables: [],
    experiments: [],
    hiddenFields: [],
  });
});

describe('a build with the memory of the one before', () => {
  const memory = createMemory();
  const rest = other((text) => text.replace('/sleep', '/rest').replace('wizardSleep', 'wizardRest'));
  const rebuild = (files: readonly SourceFile[]) => buildFunnels({ colours: palette, files, topics }, memory);

  test('gives what a build without it gives, whatever has changed', () => {
    const edits: readonly (readonly [string, string, string])[] = [
      ['rest.yaml', 'next: hours', 'next: nowhere'],
      ['rest.es.yaml', 'title: ', 'titel: '],
      ['sleep.yaml', '/sleep', '/rest'],
      ['sleep.en.yaml', 'Welcome', 'Hello'],
    ];
    for (const [name, old, replacement] of edits) {
      const files = [...soundFiles, ...rest].map((file) =>
        file.name === name ? { ...file, text: file.text.replace(old, replacement) } : file,
      );
      for (const version of [files, [...soundFiles, ...rest], files.slice(1)])
        expect(rebuild(version)).toEqual(buildFunnels({ colours: palette, files: version, topics }));
    }
  });

  test('builds nothing again that has not changed', () => {
    const [, restBefore] = rebuild([...soundFiles, ...rest]).funnels;
    const [flowNow, ...wordsNow] = soundFiles;
    const changedFlow = { ...flowNow!, text: flowNow!.text.replace('max: 10', 'max: 12') };
    const [sleep, restNow] = rebuild([changedFlow, ...wordsNow, ...rest]).funnels;
    expect(sleep?.funnel.steps[3]).toMatchObject({ max: 12 });
    expect(restNow?.funnel).toBe(restBefore?.funnel);
  });
});
