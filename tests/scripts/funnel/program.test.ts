import { readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createProgram } from '../../../scripts/funnel/program.ts';
import { run, temporaryFolder } from './run.ts';

const commands = createProgram({ out() {}, err() {}, colour: false, confirm: null }, () => {}).commands;
const names = commands.map((command) => command.name());

describe('the command', () => {
  it.each([[[]], [['--help']], [['help']]])('prints what there is when it is called with %j', async (args) => {
    const { exitCode, out, err } = await run(args);
    for (const name of names) expect(out).toContain(`  ${name} `);
    expect(err).toBe('');
    expect(exitCode).toBe(0);
  });

  it.each(names)('explains %s with an example', async (name) => {
    const { exitCode, out } = await run([name, '--help']);
    expect(out).toContain(`Usage: npm run funnel -- ${name}`);
    expect(out).toMatch(new RegExp(`Examples:\n {2}npm run (-s )?funnel -- ${name}`));
    expect(out).toBe((await run(['help', name])).out);
    expect(exitCode).toBe(0);
  });

  it.each([
    ['a command', ['chek'], "Unknown command 'chek'.\n(Did you mean check?)\nWhat there is: npm run funnel -- help\n"],
    [
      'an option',
      ['check', '--jsn'],
      "Unknown option '--jsn'.\n(Did you mean --json?)\nMore: npm run funnel -- help check\n",
    ],
    [
      'a value',
      ['simulate', 'x', '--stay', '3'],
      "Option '--stay <chance>' argument '3' is invalid. It must be between 0 and 1.\nMore: npm run funnel -- help simulate\n",
    ],
    ['a call without an id', ['graph'], "Missing required argument 'id'.\nMore: npm run funnel -- help graph\n"],
  ])('refuses %s that there is not, and says what to do', async (_title, args, message) => {
    expect(await run(args)).toEqual({ exitCode: 2, out: '', err: message });
  });

  it.each(['graph', 'paths', 'simulate'])('says to check a funnel first that %s can not show', async (name) => {
    using folder = temporaryFolder('calm-nights');
    folder.change('calm-nights.yaml', 'type: intro', 'type: intrro');
    const { exitCode, err, out } = await run([name, 'calm-nights', '--dir', folder.path]);
    expect(err).toContain(`First: npm run funnel -- check calm-nights --dir ${folder.path}\n`);
    expect(out).toBe('');
    expect(exitCode).toBe(1);
  });

  it('looks into the folder of FUNNELS_DIR, unless --dir names another', async () => {
    using folder = temporaryFolder('calm-nights');
    using other = temporaryFolder('clear-days');
    vi.stubEnv('FUNNELS_DIR', folder.path);
    onTestFinished(() => void vi.unstubAllEnvs());
    for (const name of ['check', 'graph', 'paths', 'simulate']) {
      expect((await run([name, 'calm-nights'])).exitCode, name).toBe(0);
      expect((await run([name, 'calm-nights', '--dir', other.path])).err).toContain(`in ${other.path}.`);
    }
    expect((await run(['check'])).out).toBe('1 funnel without problems.\n');
  });

  it('stands with all of its commands in the table of its manual', () => {
    const manual = readFileSync('docs/reference/command.md', 'utf8');
    const listed = [...manual.matchAll(/^\| \[`(\S+)`\]/gm)].map(([, name]) => name);
    expect(new Set(listed)).toEqual(new Set(names));
  });

  it('throws what is a bug, instead of telling it as a mistake of the author', async () => {
    const broken = {
      out: () => {
        throw new Error('a bug');
      },
    };
    await expect(run(['check'], broken)).rejects.toThrow('a bug');
  });
});

describe('docs/reference/command.md', () => {
  const page = readFileSync('docs/reference/command.md', 'utf8');

  it.each(names.map((name) => [name]))('has a section about %s with an example', (name) => {
    const section = page.split(/^## /m).find((text) => text.startsWith(`\`${name}`)) ?? '';
    expect(section).toMatch(new RegExp(`npm run (-s )?funnel -- ${name}`));
  });

  it.each(commands.map((command) => [command.name(), command.options.map(({ long }) => long)] as const))(
    'names only options of %s that there are, and all of them',
    (name, options) => {
      const section = page.split(/^## /m).find((text) => text.startsWith(`\`${name}`)) ?? '';
      const named = new Set([...section.matchAll(/(?<![\w-])--[a-z][a-z-]*/g)].map(([option]) => option));
      expect(named).toEqual(new Set(options.filter((option) => option !== '--dir')));
    },
  );
});
