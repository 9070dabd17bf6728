import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { run } from './run.ts';
import { filesIn, folderWith } from './sound-folder.ts';

const renamedStep = ['sleep.yaml', '- id: trouble', '- id: worry\n    renamed_from: trouble'] as const;
const renamedOption = ['sleep.yaml', 'shift_work: {}', 'shifts: { renamed_from: shift_work }'] as const;
const renamedBoth = [
  ['sleep.yaml', 'type: single_choice', 'type: single_choice # which it always was'],
  renamedStep,
  renamedOption,
] as const;

describe('a step and an option that were renamed in the flow', () => {
  test('are called by their new names everywhere, and nothing else changes', async () => {
    const folder = folderWith(...renamedBoth);
    const before = filesIn(folder);
    const { exitCode } = await run(['fix', '--dir', folder, '--yes']);
    const after = filesIn(folder);
    expect(exitCode).toBe(0);
    expect(after['sleep.yaml']).toBe(
      before['sleep.yaml']?.replace('show_if: trouble == "shift_work"', 'show_if: worry == "shifts"'),
    );
    for (const locale of ['en', 'es']) {
      const name = `sleep.${locale}.yaml`;
      const expected = before[name]?.replace('  trouble:', '  worry:').replace('shift_work:', 'shifts:');
      expect(after[name]).toBe(expected?.replace('{{trouble}}', '{{worry}}'));
    }
    expect((await run(['check', 'sleep', '--dir', folder])).out).not.toMatch(/sleep\.yaml:\S+ {2}(?!warning)/);
  });

  test('need no second run', async () => {
    const folder = folderWith(...renamedBoth);
    await run(['fix', '--dir', folder, '--yes']);
    const after = filesIn(folder);
    const { exitCode, out } = await run(['fix', '--dir', folder, '--yes']);
    expect(out).toBe('Nothing to fix: all that can be corrected for certain is right.\n');
    expect(exitCode).toBe(0);
    expect(filesIn(folder)).toEqual(after);
  });

  test('are led to by all that leads on', async () => {
    const folder = folderWith(
      ['sleep.yaml', '- id: note', '- id: remark\n    renamed_from: [aside, note]'],
      ['sleep.yaml', 'waking_at_night: { score: 3, next: hours }', 'waking_at_night: { score: 3, next: aside }'],
    );
    await run(['fix', '--dir', folder, '--yes']);
    expect(filesIn(folder)['sleep.yaml']).toContain('- { else: remark }');
    expect(filesIn(folder)['sleep.yaml']).toContain('next: remark }');
    expect(filesIn(folder)['sleep.en.yaml']).toContain('  remark: { title: "You said: {{trouble}}." }');
  });

  test('keep the field that the step has', async () => {
    const folder = folderWith(
      ['sleep.yaml', 'id: name', 'id: called\n    renamed_from: name'],
      ['sleep.en.yaml', '{{firstName|friend}}', '{{ name |friend}}'],
    );
    await run(['fix', '--dir', folder, '--yes']);
    expect(filesIn(folder)['sleep.en.yaml']).toContain('{{ firstName |friend}}');
    expect(filesIn(folder)['sleep.yaml']).toContain('field: firstName');
  });

  test('are written in the quotes and between the line ends of the author', async () => {
    const folder = folderWith(renamedStep, ['sleep.en.yaml', '  trouble:', '  "trouble": # asked first']);
    for (const [name, text] of Object.entries(filesIn(folder))) {
      writeFileSync(join(folder, name), `\ufeff${text.replaceAll('\n', '\r\n').trimEnd()}`);
    }
    const before = filesIn(folder);
    await run(['fix', '--dir', folder, '--yes']);
    const after = filesIn(folder);
    const expected = before['sleep.en.yaml']?.replace('"trouble":', '"worry":').replace('{{trouble}}', '{{worry}}');
    expect(after['sleep.en.yaml']).toBe(expected);
  });

  test('stay as they are where two claim an old name', async () => {
    const claims = ['sleep.yaml', '- id: note', '- id: note\n    renamed_from: [trouble]'] as const;
    const folder = folderWith(renamedStep, claims);
    const { out } = await run(['fix', '--dir', folder]);
    expect(out).toContain('Nothing to fix');
  });
});

describe('words for nothing', () => {
  const stray = ['sleep.es.yaml', '  hours:\n', '  quiet_evening: { title: Nadie lo ve }\n  hours:\n'] as const;

  test('are taken out', async () => {
    const folder = folderWith(stray);
    const { exitCode } = await run(['fix', '--dir', folder, '--yes']);
    expect(exitCode).toBe(0);
    expect(filesIn(folder)).toEqual(filesIn(folderWith()));
  });

  test('stay where words are missing that they could be', async () => {
    const folder = folderWith(['sleep.es.yaml', '  contact: {', '  quiet_evening: {']);
    const { out } = await run(['fix', '--dir', folder]);
    expect(out).toContain('Nothing to fix');
  });

  test('are several, and all are taken out', async () => {
    const folder = folderWith(
      stray,
      ['sleep.es.yaml', '  gentle:', '  zzz: { title: x, summary: x, points: [x] }\n  gentle:'],
      ['sleep.es.yaml', 'neither: Nada', 'neither: Nada, qqqqqq: Otra'],
    );
    await run(['fix', '--dir', folder, '--yes']);
    expect(filesIn(folder)).toEqual(filesIn(folderWith()));
  });
});

describe('a misspelt name in the words', () => {
  test('is corrected where only one can be meant', async () => {
    const folder = folderWith(
      ['sleep.es.yaml', '  contact: {', '  contcat: {'],
      ['sleep.en.yaml', 'coffee_late:', 'cofee_late:'],
    );
    const { exitCode } = await run(['fix', '--dir', folder, '--yes']);
    expect(exitCode).toBe(0);
    expect(filesIn(folder)).toEqual(filesIn(folderWith()));
  });

  test('stays where another one is missing too', async () => {
    const folder = folderWith(
      ['sleep.es.yaml', '  contact: {', '  contcat: {'],
      ['sleep.es.yaml', '  name: { title: ¿Tu nombre?, placeholder: Ada }\n', ''],
    );
    const { out } = await run(['fix', '--dir', folder]);
    expect(out).toContain('Nothing to fix');
  });
});

describe('before anything is written', () => {
  test('the changes are shown, and without a terminal that is all', async () => {
    const folder = folderWith(renamedStep);
    const before = filesIn(folder);
    const { exitCode, out } = await run(['fix', 'sleep', '--dir', folder]);
    expect(out).toContain('-    show_if: trouble == "shift_work"\n+    show_if: worry == "shift_work"\n');
    expect(out).toContain('Nothing is written. To write this: add --yes');
    expect(exitCode).toBe(1);
    expect(filesIn(folder)).toEqual(before);
  });

  test('somebody is asked, and no is no', async () => {
    const folder = folderWith(renamedStep);
    const before = filesIn(folder);
    const asked: string[] = [];
    const answer = (yes: boolean) => (question: string) => Promise.resolve(asked.push(question) > 0 && yes);
    const no = await run(['fix', '--dir', folder], { confirm: answer(false), colour: true });
    expect(asked).toEqual(['Write this?']);
    expect(no.out).toContain('\u001B[31m-  trouble:\u001B[0m');
    expect(no.exitCode).toBe(1);
    expect(filesIn(folder)).toEqual(before);
    const yes = await run(['fix', '--dir', folder], { confirm: answer(true) });
    expect(yes.exitCode).toBe(0);
    expect(filesIn(folder)).not.toEqual(before);
  });

  test('the result is checked: nothing is written that would be wrong', async () => {
    const folder = folderWith(renamedStep, [
      'sleep.en.yaml',
      '      shift_work: { label: Shifts, note: early or late }\n',
      '',
    ]);
    const before = filesIn(folder);
    const { exitCode, err } = await run(['fix', '--dir', folder, '--yes']);
    expect(err).toContain('sleep stays as it is: with its corrections, this would be wrong.');
    expect(err).toContain('text_missing');
    expect(exitCode).toBe(1);
    expect(filesIn(folder)).toEqual(before);
  });

  test('what is left to the author is counted', async () => {
    const unreadable = await run(['fix', '--dir', folderWith(['sleep.yaml', 'locales: [en, es]', 'locales: [en'])]);
    expect(unreadable.out).toMatch(
      /^Nothing to fix: .*\nsleep has 1 problem for you to correct: npm run funnel -- check /,
    );
    expect(unreadable.exitCode).toBe(1);
    const folder = folderWith(renamedStep, ['sleep.yaml', 'hours < 5, to: name', 'hours << 5, to: name']);
    const { exitCode, out } = await run(['fix', '--dir', folder, '--yes']);
    expect(out).toMatch(/\d files? corrected\.\nsleep has \d problems? for you to correct: /);
    expect(exitCode).toBe(1);
  });

  test('words that others stand for stay', async () => {
    const folder = folderWith(
      ['sleep.en.yaml', '  contact: {', '  old_note: { title: &own Your address? }\n  contact: {'],
      ['sleep.en.yaml', 'contact: { title: Your address? }', 'contact: { title: *own }'],
    );
    const before = filesIn(folder);
    const { err } = await run(['fix', '--dir', folder, '--yes']);
    expect(err).toBe('');
    expect(filesIn(folder)).toEqual(before);
  });

  test('a funnel that is named twice is corrected once', async () => {
    const { out } = await run(['fix', 'sleep', 'sleep', '--dir', folderWith(renamedStep), '--yes']);
    expect(out).toContain('\n3 files corrected.\n');
  });

  test('a funnel that does not exist is reported', async () => {
    const { exitCode, err } = await run(['fix', 'slep', '--dir', folderWith()]);
    expect(err).toContain('Did you mean "sleep"?');
    expect(exitCode).toBe(1);
  });
});
