import { expect, test } from 'vitest';
import { coverageOf } from '../../../../engine/author/coverage/coverage.ts';
import { changed, soundFiles, withFiles } from '../harness.ts';
import { readFunnel } from './funnels.ts';

type Change = readonly [file: string, old: string, replacement: string];

function coverageWith(...changes: readonly Change[]) {
  const files = changes.reduce(
    (all, [name, old, text]) =>
      all.map((file) => (file.name === name ? { name, text: file.text.replace(old, text) } : file)),
    soundFiles,
  );
  return coverageOf(readFunnel(files));
}

test('a funnel in all its languages lacks nothing', () => {
  const [english, spanish] = coverageWith();
  expect(english).toEqual({ locale: 'en', file: 'sleep.en.yaml', needed: 33, missing: [], unused: [] });
  expect(spanish).toEqual({ ...english, locale: 'es', file: 'sleep.es.yaml' });
});

test('texts that are missing are reported by name, at the last key that is there', () => {
  const [, spanish] = coverageWith(
    ['sleep.es.yaml', '    lowest: Poco\n', ''],
    ['sleep.es.yaml', ', neither: Nada', ''],
    ['sleep.es.yaml', '  contact: { title: ¿Tu correo? }\n', ''],
    ['sleep.es.yaml', 'body: [Un minuto., Unas preguntas.]', 'body: [Un minuto.]'],
  );
  expect(spanish?.missing.map(({ key, place }) => `${key} ${place?.line}:${place?.column}`)).toEqual([
    'steps.welcome.body.2 9:5',
    'steps.habits.options.neither.label 19:5',
    'steps.hours.lowest 20:3',
    'steps.contact.title 6:1',
  ]);
});

test('what only the first language says is needed in the others too', () => {
  const [english, spanish] = coverageWith([
    'sleep.en.yaml',
    'title: Your name?',
    'title: Your name?, subtitle: Only the first',
  ]);
  expect(english?.needed).toBe(34);
  expect(spanish?.missing.map(({ key }) => key)).toEqual(['steps.name.subtitle']);
});

test('texts that no visitor sees are reported', () => {
  const [english] = coverageWith(
    ['sleep.en.yaml', '  contact:', '  gone: { title: x, body: [y, z] }\n  contact:'],
    ['sleep.en.yaml', 'waking_at_night:', 'waking_early: Early\n      waking_at_night:'],
    ['sleep.en.yaml', 'lines: [', 'button: Go on\n    lines: ['],
  );
  expect(english?.unused.map(({ key }) => key)).toEqual([
    'steps.trouble.options.waking_early.label',
    'steps.gone.title',
    'steps.gone.body.1',
    'steps.gone.body.2',
    'steps.analysing.button',
  ]);
});

test('an empty text is missing', () => {
  const [english] = coverageWith(['sleep.en.yaml', 'title: Welcome', "title: ''"]);
  expect(english?.missing).toEqual([{ key: 'steps.welcome.title', place: { line: 8, column: 5 } }]);
});

test('a language without a file lacks everything, one whose file is no YAML is left out', () => {
  const without = readFunnel(soundFiles.filter(({ name }) => name !== 'sleep.es.yaml'));
  expect(coverageOf(without).map(({ file, missing }) => [file, missing.length])).toEqual([
    ['sleep.en.yaml', 0],
    [undefined, 33],
  ]);
  const broken = readFunnel(withFiles(changed('sleep.es.yaml', 'title: Hola', 'title: "Hola')));
  expect(coverageOf(broken).map(({ locale }) => locale)).toEqual(['en']);
});
