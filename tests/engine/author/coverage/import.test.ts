import { palette } from '../../../../content/brand.ts';
import { describe, expect, test } from 'vitest';
import { buildFunnels, type SourceFile } from '../../../../engine/author/build.ts';
import { soundFiles, soundText, topics } from '../harness.ts';
import { exported, importCsv, importTable, withTexts } from './funnels.ts';

const table = exported(soundFiles);

/** The text of the Spanish words after a table with these texts. */
function after(texts: Readonly<Record<string, string>>, files: readonly SourceFile[] = soundFiles): string {
  const { files: changed, refusals } = importTable(files, withTexts(exported(files), 'es', texts));
  expect(refusals).toEqual([]);
  return changed.find(({ name }) => name === 'sleep.es.yaml')?.text ?? '';
}

function refusalsOf(...lines: readonly string[]): string[] {
  return importCsv(soundFiles, lines.join('\n')).refusals.map(
    ({ row, column, message }) => `${row} ${column}: ${message}`,
  );
}

function spanish(old: string, replacement: string): string {
  const text = soundText('sleep.es.yaml');
  expect(text).toContain(old);
  return text.replace(old, () => replacement);
}

describe('a text that the file has not yet', () => {
  test('stands in the order of the screen', () => {
    expect(after({ 'steps.trouble.title': 'X' })).toBe(
      spanish('    title: ¿Qué te quita el sueño?\n', '    title: X\n'),
    );
    const files = soundFiles.map(({ name, text }) => ({
      name,
      text: name === 'sleep.es.yaml' ? text.replace('    lowest: Poco\n', '') : text,
    }));
    expect(after({ 'steps.hours.lowest': 'Poco' }, files)).toBe(soundText('sleep.es.yaml'));
  });

  test('makes a second line of an option, a further paragraph, a text between braces', () => {
    const files = soundFiles.map(({ name, text }) =>
      name === 'sleep.en.yaml'
        ? {
            name,
            text: text
              .replace("falling_asleep: I can't fall asleep", "falling_asleep: { label: I can't, note: at first }")
              .replace('A few questions.]', 'A few questions., No wrong answers.]')
              .replace('{ title: Your address? }', '{ title: Your address?, subtitle: Nobody else sees it }'),
          }
        : { name, text },
    );
    const texts = {
      'steps.trouble.options.falling_asleep.note': 'al principio',
      'steps.welcome.body.3': 'Sin trampas, de verdad.',
      'steps.contact.subtitle': 'Nadie lo ve',
    };
    expect(after(texts, files)).toBe(
      spanish('falling_asleep: No me duermo', 'falling_asleep: { label: No me duermo, note: al principio }')
        .replace('Unas preguntas.]', "Unas preguntas., 'Sin trampas, de verdad.']")
        .replace('{ title: ¿Tu correo? }', '{ title: ¿Tu correo?, subtitle: Nadie lo ve }'),
    );
  });

  test('says how an option is recalled, beside its second line', () => {
    const files = soundFiles.map(({ name, text }) =>
      name === 'sleep.en.yaml'
        ? {
            name,
            text: text.replace('note: early or late }', 'note: early or late, recall: your shifts, alt: A clock }'),
          }
        : { name, text },
    );
    const texts = {
      'steps.trouble.options.shift_work.recall': 'tus turnos',
      'steps.trouble.options.shift_work.alt': 'Un reloj',
    };
    expect(after(texts, files)).toBe(
      spanish('note: tarde o temprano }', 'note: tarde o temprano, recall: tus turnos, alt: Un reloj }'),
    );
  });

  test('makes words without problems of a table for a language without a file', () => {
    const rest = soundFiles.filter(({ name }) => name !== 'sleep.es.yaml');
    const { files } = importTable(rest, table);
    expect(buildFunnels({ colours: palette, files, topics }).problems).toEqual([]);
  });
});

describe('a table is refused with row and column', () => {
  test.each([
    ['a key that there is not', 'steps.nothing.title,x', '2 key: This funnel has no text "steps.nothing.title".'],
    [
      'a key of another type of step',
      'steps.welcome.lines.1,x',
      '2 key: This funnel has no text "steps.welcome.lines.1".',
    ],
    [
      'a text that is gone',
      'steps.trouble.title,',
      '2 es: The text is gone. To take it out for good, remove it from the YAML file.',
    ],
    [
      'a recall that is lost',
      'steps.note.title,Dijiste algo',
      "2 es: {{trouble}} is lost: the visitor's answer must stand in this text.",
    ],
    [
      'a recall that is new',
      'steps.trouble.title,{{hours}}?',
      '2 es: {{hours}} is new: this text recalls no such answer.',
    ],
    ['a recall that is none', 'steps.note.title,Dijiste {{trouble}', '2 es: These {{ have no }} after them.'],
    [
      'a character that nobody sees',
      'steps.note.title,a\u0007b',
      "2 es: The text has a character that can't be seen. Type it anew.",
    ],
    [
      'a character that a program has lost',
      'steps.note.title,Ma\ufffdana',
      '2 es: The text has a � for a character that a program could not read. Type it again.',
    ],
    ['a list with a gap', 'steps.welcome.body.4,x', '2 es: The texts above this one are empty: fill them in too.'],
    [
      'a key twice',
      'steps.note.title,Dijiste: {{trouble}}.\n"steps.note.title",',
      '3 key: Row 2 has this key already.',
    ],
  ])('%s', (_name, rows, refusal) => {
    expect(refusalsOf('key,es', rows)).toEqual([refusal]);
  });

  test('all of them, and nothing is changed', () => {
    const csv = 'key,es\nsteps.trouble.title,Otra\nsteps.hours.title,\nsteps.note.title,x\n';
    const { refusals } = importCsv(soundFiles, csv);
    expect(refusals.map(({ row }) => row)).toEqual([3, 4]);
  });

  test.each([
    [
      'key,es,fr\nsteps.trouble.title,x,y',
      'row 1, column C: the funnel has no language "fr". It has en, es. Take the column out.',
    ],
    ['key,es,es\nsteps.trouble.title,x,y', 'row 1, column C: "es" is there twice.'],
    ['key,where\nsteps.trouble.title,x', 'row 1 has no column with a language: en, es.'],
    ['name,es\nsteps.trouble.title,x', 'row 1 has no column "key". Is it a table that words --export has written?'],
    [
      'key,es\nsteps.trouble.title,Yes, please',
      'row 2 has more cells than there are columns. Is a text without quotes?',
    ],
    ['key,es\nsteps.trouble.title,"x', "the quotes of a cell don't match."],
  ])('%j', (csv, message) => {
    expect(() => importCsv(soundFiles, csv)).toThrow(message);
  });

  test('letters that are not in UTF-8', () => {
    const bytes = new Uint8Array([...new TextEncoder().encode('key,es\nsteps.trouble.title,Sue'), 0xf1, 0x6f]);
    expect(() => importCsv(soundFiles, bytes)).toThrow('is not in UTF-8. In Excel, save it as “CSV UTF-8');
  });
});

describe('an anchor that several texts share', () => {
  const shared = soundFiles.map(({ name, text }) => ({
    name,
    text:
      name === 'sleep.es.yaml' ? text.replace('title: Hola', 'title: &hi Hola').replace('¿Tu correo?', '*hi') : text,
  }));

  test('is changed for all of them', () => {
    const texts = { 'steps.welcome.title': 'Buenas', 'steps.contact.title': 'Buenas' };
    expect(after(texts, shared)).toContain('title: &hi Buenas\n');
  });

  test('is not changed for one of them', () => {
    const { refusals } = importTable(shared, withTexts(exported(shared), 'es', { 'steps.contact.title': 'Buenas' }));
    expect(refusals.map(({ message }) => message)).toEqual([
      'An anchor of the YAML file shares this text with steps.welcome.title. Change it there.',
    ]);
  });
});

const byVariant = (texts: string) => `    title: { variant.proof: { ${texts} } }\n`;

const inSpanish = (texts: Readonly<Record<string, string>>, files: readonly SourceFile[]) => {
  const rows = Object.entries(texts).map(([key, text]) => `"${key}","${text}"`);
  const { files: after, refusals } = importCsv(files, ['key,es', ...rows].join('\n'));
  return {
    text: after.find(({ name }) => name === 'sleep.es.yaml')!.text,
    refusals: refusals.map(({ message }) => message),
  };
};

describe('texts by variant', () => {
  const withEnglish = soundFiles.map(({ name, text }) => ({
    name,
    text:
      name === 'sleep.en.yaml'
        ? text
            .replace('    title: Welcome\n', byVariant('plain: Welcome, doctors: Hello'))
            .replace('[One minute., A few questions.]', '{ variant.proof: { plain: [A, B], doctors: [C] } }')
            .replace("I can't fall asleep", '{ variant.proof: { plain: I lie awake, doctors: No sleep } }')
        : text,
  }));
  const keys = (key: string) =>
    exported(withEnglish)
      .rows.filter((row) => row.key.startsWith(key))
      .map((row) => row.key);

  test('have a row for each variant, in every language', () => {
    expect(keys('steps.welcome.')).toEqual([
      'steps.welcome.title.variant.proof.plain',
      'steps.welcome.title.variant.proof.doctors',
      'steps.welcome.body.variant.proof.plain.1',
      'steps.welcome.body.variant.proof.plain.2',
      'steps.welcome.body.variant.proof.doctors.1',
      'steps.welcome.button',
    ]);
    expect(keys('steps.trouble.options.falling')).toEqual([
      'steps.trouble.options.falling_asleep.label.variant.proof.plain',
      'steps.trouble.options.falling_asleep.label.variant.proof.doctors',
    ]);
  });

  const without = (text: string) =>
    withEnglish.map((file) => (file.name === 'sleep.es.yaml' ? { ...file, text: file.text.replace(text, '') } : file));

  test('are added where the language has none yet, and changed where it has', () => {
    const [title] = /^    title: .*\n/m.exec(soundText('sleep.es.yaml'))!;
    const added = inSpanish(
      {
        'steps.welcome.title.variant.proof.plain': 'Hola',
        'steps.welcome.title.variant.proof.doctors': 'Buenas',
      },
      without(title),
    );
    expect(added.refusals).toEqual([]);
    expect(added.text).toContain('    title:\n      variant.proof:\n        plain: Hola\n        doctors: Buenas\n');
    const files = withEnglish.map((file) => (file.name === 'sleep.es.yaml' ? { ...file, text: added.text } : file));
    const changed = inSpanish({ 'steps.welcome.title.variant.proof.doctors': 'Saludos' }, files);
    expect(changed.text).toBe(added.text.replace('Buenas', 'Saludos'));
  });

  test('never take the place of one text for all, nor it theirs', () => {
    expect(inSpanish({ 'steps.welcome.title.variant.proof.plain': 'Hola' }, withEnglish).refusals).toEqual([
      'The YAML file has one text for all variants here. Write variant.proof: there first.',
    ]);
    const { refusals } = importCsv(
      withEnglish,
      'key,en\nsteps.welcome.title,Hi\nsteps.trouble.options.falling_asleep.label,Hi',
    );
    expect(refusals.map(({ message }) => message)).toEqual([
      'The YAML file has a text for each variant here.',
      'The YAML file has a text for each variant here.',
    ]);
  });

  test('a list of one variant grows', () => {
    const { files } = importCsv(withEnglish, 'key,en\nsteps.welcome.body.variant.proof.doctors.2,D');
    expect(files.find(({ name }) => name === 'sleep.en.yaml')!.text).toContain('doctors: [C, D]');
  });

  test.each([
    'steps.welcome.title.variant.proof.nurses',
    'steps.welcome.title.variant.prof.plain',
    'steps.note.lines.variant.proof.plain.1',
    'steps.welcome.body.variant.proof.plain',
  ])('there is no text %s', (key) => {
    expect(importCsv(withEnglish, `key,en\n${key},X`).refusals.map(({ message }) => message)).toEqual([
      `This funnel has no text "${key}".`,
    ]);
  });
});
