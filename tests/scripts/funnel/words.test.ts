import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { words } from '../../../scripts/funnel/words.ts';
import { run } from './run.ts';
import { emptyFolder, filesIn, folderWith } from './sound-folder.ts';

describe('how far the languages are', () => {
  const gaps = [
    ['sleep.es.yaml', '    lowest: Poco\n', ''],
    ['sleep.es.yaml', '  contact:', '  gone: { title: x }\n  contact:'],
  ] as const;

  test('is a table first, then each text with its place', async () => {
    const folder = folderWith(...gaps);
    const { exitCode, out } = await run(['words', 'sleep', '--dir', folder]);
    expect(out).toBe(
      [
        'language  needed  there  missing  no longer used',
        'en            33     33        0               0',
        'es            33     32        1               1',
        '',
        'Missing in es:',
        `  ${folder}/sleep.es.yaml:20:3  steps.hours.lowest`,
        '',
        'No longer used in es:',
        `  ${folder}/sleep.es.yaml:25:11  steps.gone.title`,
        '',
      ].join('\n'),
    );
    expect(exitCode).toBe(1);
  });

  test('is one document for programs', async () => {
    const folder = folderWith(...gaps);
    const { exitCode, out } = await run(['words', 'sleep', '--dir', folder, '--json']);
    expect(JSON.parse(out)).toMatchObject({
      funnel: 'sleep',
      locales: [
        { locale: 'en', needed: 33, there: 33, missing: [], unused: [] },
        {
          locale: 'es',
          there: 32,
          missing: [{ key: 'steps.hours.lowest', file: `${folder}/sleep.es.yaml`, line: 20, column: 3 }],
          unused: [{ key: 'steps.gone.title' }],
        },
      ],
      problems: [],
    });
    expect(exitCode).toBe(1);
  });

  test('is well where nothing is missing', async () => {
    const { exitCode, err } = await run(['words', 'sleep', '--dir', folderWith()]);
    expect([exitCode, err]).toEqual([0, '']);
  });

  test('is told of the languages that can be read', async () => {
    const folder = folderWith(['sleep.es.yaml', 'title: Hola', 'title: "Hola']);
    const { exitCode, out, err } = await run(['words', 'sleep', '--dir', folder]);
    expect(err).toContain('sleep.es.yaml:8:');
    expect(err).toContain('yaml_syntax');
    expect(out).not.toContain('\nes');
    expect(exitCode).toBe(1);
  });

  test("can't be told without a flow", async () => {
    const folder = folderWith(['sleep.yaml', 'locales: [en, es]', 'locales: [en, es']);
    const { exitCode, err } = await run(['words', 'sleep', '--dir', folder]);
    expect(err).toContain('yaml_syntax');
    expect(err).toContain("sleep.yaml can't be read, so it isn't known which texts it needs.");
    expect(exitCode).toBe(1);
  });
});

describe('a table for translators', () => {
  test('goes out and comes back without a changed byte', async () => {
    const folder = folderWith();
    const before = filesIn(folder);
    const table = join(folder, 'texts.csv');
    expect((await run(['words', 'sleep', '--dir', folder, '--export', table])).exitCode).toBe(0);
    const { exitCode, out } = await run(['words', 'sleep', '--dir', folder, '--import', table]);
    expect(out).toBe('Nothing to change: all texts of the table are in the files already.\n');
    expect(exitCode).toBe(0);
    expect(filesIn(folder)).toEqual({ ...before, 'texts.csv': readFileSync(table, 'utf8') });
    expect((await run(['words', 'sleep', '--dir', folder, '--export', '-'])).out).toBe(readFileSync(table, 'utf8'));
  });

  test('tells how many texts it has brought', async () => {
    const folder = folderWith(['sleep.es.yaml', '    lowest: Poco\n', '']);
    const table = join(folder, 'texts.csv');
    writeFileSync(table, 'key;es\r\nsteps.hours.lowest;Poco\r\nsteps.hours.title;¿Cuántas horas duermes?\r\n');
    const { exitCode, out } = await run(['words', 'sleep', '--dir', folder, '--import', table]);
    expect(out).toBe(`${folder}/sleep.es.yaml: 1 changed, 1 added\n`);
    expect(exitCode).toBe(0);
    const expected = filesIn(folderWith())['sleep.es.yaml'];
    expect(filesIn(folder)['sleep.es.yaml']).toBe(expected?.replace('¿Cuánto duermes?', '¿Cuántas horas duermes?'));
  });

  test('is not written while a language of it can not be read', async () => {
    const folder = folderWith(['sleep.es.yaml', 'title: Hola', 'title: "Hola']);
    const table = join(folder, 'texts.csv');
    const { exitCode, err } = await run(['words', 'sleep', '--dir', folder, '--export', table]);
    expect(err).toMatch(/yaml_syntax[^]+\nNo table is written: /);
    expect(exitCode).toBe(1);
    expect(readdirSync(folder)).not.toContain('texts.csv');
  });

  test('may have its titles in capitals, as spreadsheets correct them', async () => {
    const folder = folderWith();
    const table = join(folder, 'texts.csv');
    writeFileSync(table, 'ES,Where,Key\n¿Cuántas horas duermes?,,steps.hours.title\n');
    const { exitCode, out } = await run(['words', 'sleep', '--dir', folder, '--import', table]);
    expect(out).toBe(`${folder}/sleep.es.yaml: 1 changed\n`);
    expect(exitCode).toBe(0);
  });

  test('changes nothing if one of its texts is refused', async () => {
    const folder = folderWith();
    const before = filesIn(folder);
    const table = join(emptyFolder(), 'refused.csv');
    writeFileSync(table, 'key,es\nsteps.hours.title,Otra\nsteps.note.title,Dijiste algo\n');
    const { exitCode, err } = await run(['words', 'sleep', '--dir', folder, '--import', table]);
    expect(err).toBe(
      `${table}: row 3, column es: {{trouble}} is lost: the visitor's answer must stand in this text.\nNothing is changed.\n`,
    );
    expect(exitCode).toBe(1);
    expect(filesIn(folder)).toEqual(before);
  });

  test('prints what its texts make wrong', async () => {
    const folder = folderWith();
    const table = join(folder, 'texts.csv');
    writeFileSync(table, 'key,es\nsteps.hours.title,¿Cuánto {hours}?\n');
    const { exitCode, out } = await run(['words', 'sleep', '--dir', folder, '--import', table]);
    expect(out).toContain('With these texts, something is new that is wrong:');
    expect(out).toContain('recall_syntax');
    expect(exitCode).toBe(1);
  });

  test.each([
    [['--export', 'a.csv', '--import', 'b.csv'], '--export and --import are two commands'],
    [['--import', '/nowhere/texts.csv'], "/nowhere/texts.csv can't be read: there is no such file or folder.\n"],
    [['--export', '/nowhere/texts.csv'], "/nowhere/texts.csv can't be written: there is no such file or folder.\n"],
    [['--import', '.'], ". can't be read: it is a folder.\n"],
    [['--dir', '/nowhere'], "/nowhere can't be read: there is no such file or folder.\n"],
  ])('%j is reported in a line', async (args, message) => {
    const { exitCode, err } = await run(['words', 'sleep', '--dir', folderWith(), ...args]);
    expect(err).toContain(message);
    expect(exitCode).toBe(1);
  });
});

describe('what members said', () => {
  const written = `# Only what someone has really said.
maria:
  name: María G.
  source: Email of 2026-10-02
  plan: true
  en: { text: I sleep now., about: 'Nurse, 42' } # as she wrote it
jon:
  name: Jon
  source: Email of 2026-10-03
  en:
    text: Calm at last.
  es:
    text: Por fin en calma.
eva:
  name: Eva
  source: Email of 2026-10-04
  en: { text: Unused. }
`;

  /** A funnel one of whose steps shows Jon, beside what members said; goes out and, with changes, comes back. */
  async function exchange(...changes: readonly (readonly [old: string, replacement: string])[]) {
    const dir = folderWith(['sleep.yaml', '    type: info\n', '    type: info\n    testimonials: [jon]\n']);
    const name = join(emptyFolder(), 'testimonials.yaml');
    writeFileSync(name, written);
    const said = { out: '', err: '' };
    const io = {
      out: (text: string) => void (said.out += text),
      err: (text: string) => void (said.err += text),
      colour: false,
      confirm: null,
    };
    const table = join(dir, 'texts.csv');
    const run = (options: object) => words('sleep', { dir, ...options }, io, { name, text: written });
    await run({ export: table });
    const exported = readFileSync(table, 'utf8');
    const changed = changes.reduce((text, [old, replacement]) => text.replace(old, replacement), exported);
    writeFileSync(table, changed);
    said.out = '';
    const exitCode = await run({ import: table });
    return { exitCode, exported, name, out: said.out, file: readFileSync(name, 'utf8') };
  }

  test('stands in the table of a funnel that shows it, with its name', async () => {
    const { exported, exitCode, file, out } = await exchange();
    const rows = exported.split(/\r?\n/).filter((line) => /^"?testimonials\./.test(line));
    expect(rows.map((row) => row.replaceAll('"', '').replace(/,A member.*/, ''))).toEqual([
      'testimonials.maria.text,María G.,I sleep now.,',
      'testimonials.maria.about,María G.,Nurse, 42,',
      'testimonials.jon.text,Jon,Calm at last.,Por fin en calma.',
    ]);
    expect([exitCode, file]).toEqual([0, written]);
    expect(out).toMatch(/^Nothing to change/);
  });

  test('comes back in another language, and all else keeps its bytes', async () => {
    const { file, out, name } = await exchange(
      ['I sleep now.","', 'I sleep now.","Ahora duermo.'],
      ['Nurse, 42","', 'Nurse, 42","Enfermera, 42'],
      ['Por fin en calma.', 'En calma por fin.'],
    );
    expect(out).toBe(`${name}: 3 changed or added\n`);
    const added = '# as she wrote it\n  es:\n    text: Ahora duermo.\n    about: Enfermera, 42\n';
    expect(file).toBe(written.replace('# as she wrote it\n', added).replace('Por fin en calma.', 'En calma por fin.'));
  });

  test('is refused where it says something of nobody, or only who it was that said nothing', async () => {
    await expect(exchange(['testimonials.jon.text', 'testimonials.jo.text'])).rejects.toThrow(
      'There is no testimonial for "testimonials.jo.text".',
    );
    await expect(exchange(['Por fin en calma.', ''])).rejects.toThrow('The text is gone.');
    await expect(exchange(['Nurse, 42","', 'Nurse, 42","Enfermera'])).rejects.toThrow('text');
  });
});
