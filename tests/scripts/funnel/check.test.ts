import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../../engine/problem.ts';
import { filesFromTemplate } from '../../../scripts/funnel/new.ts';
import { run, type Ran, temporaryFolder } from './run.ts';

const flow = 'scripts/funnel/template/calmer-evenings.yaml';
const lineOfIntro = 1 + readFileSync(flow, 'utf8').split('\n').indexOf('    type: intro');

describe('check', () => {
  it('finds nothing wrong with the funnels of the site', async () => {
    const { exitCode, out, err } = await run(['check']);
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
    expect(out).toMatch(/^\d+ funnels without problems\.\n$/);
  });

  it('tells each problem with its place and a hint, and fails', async () => {
    using folder = temporaryFolder('calm-days', 'calm-nights');
    folder.change('calm-nights.yaml', 'type: intro', 'type: intrro');
    const { exitCode, out } = await run(['check', '--dir', folder.path]);
    expect(out).toContain(`${join(folder.path, 'calm-nights.yaml')}:${lineOfIntro}:11  unknown_step_type`);
    expect(out).toContain('Did you mean "intro"?');
    expect(out).toMatch(/\n1 problem; 1 funnel without problems\.\n$/);
    expect(exitCode).toBe(1);
  });

  it('shows colours only where there are some', async () => {
    using folder = temporaryFolder('calm-days', 'calm-nights');
    folder.change('calm-nights.yaml', 'type: intro', 'type: intrro');
    const args = ['check', '--dir', folder.path];
    expect((await run(args)).out).not.toContain('\u001B[');
    expect((await run(args, { colour: true })).out).toContain('\u001B[31munknown_step_type');
  });

  it('has one document for programs, with exactly these keys of each problem', async () => {
    using folder = temporaryFolder('calm-days', 'calm-nights');
    folder.change('calm-nights.yaml', 'type: intro', 'type: intrro');
    folder.change('calm-days.yaml', 'finish: results', 'finish: resolts');
    const { exitCode, out } = await run(['check', '--json', '--dir', folder.path]);
    const problems = JSON.parse(out) as readonly Problem[];
    expect(problems.map(({ code }) => code)).toEqual(['unknown_value', 'unknown_step_type']);
    expect(problems[1]).toEqual({
      code: 'unknown_step_type',
      severity: 'error',
      message: expect.stringContaining('intrro'),
      path: ['steps', 0, 'type'],
      file: join(folder.path, 'calm-nights.yaml'),
      line: lineOfIntro,
      column: 11,
      endLine: lineOfIntro,
      endColumn: 17,
      hint: expect.stringContaining('intro'),
    });
    expect(exitCode).toBe(1);
  });

  it('says null for programs where there is no hint, and an empty list where all is well', async () => {
    using folder = temporaryFolder('calm-days', 'calm-nights');
    expect(await run(['check', '--json', '--dir', folder.path])).toEqual({ exitCode: 0, out: '[]\n', err: '' });
    folder.change('calm-nights.en.yaml', 'name: Calmer evenings', "name: ''");
    const [problem] = JSON.parse((await run(['check', '--json', '--dir', folder.path])).out) as readonly Problem[];
    expect(problem).toMatchObject({ code: 'empty', hint: null });
  });

  it('shows the shortest visit that comes to the mistake, to people and to programs', async () => {
    using folder = temporaryFolder('calm-nights');
    folder.change('calm-nights.yaml', 'when: unrest >= 3', 'when: carried_home has "work"');
    const { out } = await run(['check', '--dir', folder.path]);
    expect(out).toMatch(/answer_missing[^]+1\. welcome\n +2\. evening: calm\n +3\. minutes: \d+\n +4\. analysing\n/);
    const [problem] = JSON.parse((await run(['check', '--json', '--dir', folder.path])).out) as readonly Problem[];
    expect(problem?.counterexample?.steps.slice(0, 2)).toEqual([
      { step: 'welcome' },
      { step: 'evening', answer: 'calm' },
    ]);
  });
});

describe('check of one funnel', () => {
  it('leaves the problems of the others out', async () => {
    using folder = temporaryFolder('calm-days', 'calm-nights');
    folder.change('calm-nights.yaml', 'type: intro', 'type: intrro');
    const { exitCode, out } = await run(['check', 'calm-days', '--dir', folder.path]);
    expect(out).toBe('1 funnel without problems.\n');
    expect(exitCode).toBe(0);
    const both = await run(['check', 'calm-days', 'calm-nights', '--dir', folder.path]);
    expect(both.out).toContain('1 problem; 1 funnel without problems.');
    expect(both.exitCode).toBe(1);
  });

  it('tells those of its words too', async () => {
    using folder = temporaryFolder('calm-days', 'calm-nights');
    folder.change('calm-nights.es.yaml', 'name: Noches más tranquilas', "name: ''");
    const { exitCode, out } = await run(['check', 'calm-nights', '--dir', folder.path]);
    expect(out).toContain('calm-nights.es.yaml:8:');
    expect(exitCode).toBe(1);
  });

  it('suggests the funnel that a wrong id is closest to', async () => {
    const { exitCode, out, err } = await run(['check', 'self-confidence', 'sleep-isues']);
    expect(err).toBe('There is no funnel "sleep-isues" in funnels. Did you mean "sleep-issues"?\n');
    expect(out).toBe('');
    expect(exitCode).toBe(1);
  });
});

describe('check of an edit', () => {
  it('tells which answers it loses of visitors in the middle, until the edit says what becomes of them', async () => {
    using published = temporaryFolder('calm-nights', 'calm-days');
    using folder = temporaryFolder('calm-nights', 'calm-days');
    const check = (against: string, ...more: readonly string[]): Promise<Ran> =>
      run(['check', '--dir', folder.path, '--against', against, ...more]);
    expect(await check(published.path)).toMatchObject({ exitCode: 0, out: '2 funnels without problems.\n' });

    folder.change('calm-nights.yaml', '      worries: ', '      sorrows: ');
    for (const words of ['calm-nights.en.yaml', 'calm-nights.es.yaml'])
      folder.change(words, '      worries: ', '      sorrows: ');
    const told = await check(published.path);
    expect(told.out).toMatch(/calm-nights\.yaml:\d+:\d+ {2}answers_lost {2}/);
    expect(told.out).toContain('1 problem; 1 funnel without problems.');
    expect(told.exitCode).toBe(1);
    expect(JSON.parse((await check(published.path, '--json')).out)).toMatchObject([{ code: 'answers_lost' }]);
    expect((await check(published.path, 'calm-days')).exitCode).toBe(0);
    expect((await check('nothing')).exitCode).toBe(0);

    folder.change('calm-nights.yaml', 'sorrows: { score: 2 }', 'sorrows: { score: 2, renamed_from: worries }');
    expect(await check(published.path)).toMatchObject({ exitCode: 0 });
  });

  it('refuses a version that there is not', async () => {
    using folder = temporaryFolder('calm-nights');
    const { exitCode, err } = await run(['check', '--dir', folder.path, '--against', 'no-such-version']);
    expect(err).toContain('There is no version "no-such-version" to compare with.');
    expect(exitCode).toBe(1);
  });
});

describe('check of a site', () => {
  it('tells a mistake in the sessions with those of the funnels, and a broken topic to the funnel that needs it', async () => {
    using site = temporaryFolder();
    cpSync('content', join(site.path, 'content'), { recursive: true });
    cpSync('schemas', join(site.path, 'schemas'), { recursive: true });
    for (const { name, text } of filesFromTemplate('calm-nights', 'drafts')) site.write(name, text);
    site.change('content/sessions.yaml', 'voice: waves', 'voice: weaves');
    const root = process.cwd();
    process.chdir(site.path);
    try {
      const { exitCode, out } = await run(['check', '--dir', 'drafts']);
      expect(out).toMatch(/^content\/sessions\.yaml:\d+:12 {2}unknown_voice {2}There is no voice "weaves"\./);
      expect(out).toContain('Hint: Did you mean "waves"?');
      expect(out).toContain('1 problem; 1 funnel without problems.');
      expect(exitCode).toBe(1);
      expect((await run(['check', 'calm-nights', '--dir', 'drafts'])).exitCode).toBe(0);
      site.change('content/topics.yaml', 'title: Calm evenings', 'titel: Calm evenings');
      expect((await run(['check', 'calm-nights', '--dir', 'drafts'])).out).toMatch(/^content\/topics\.yaml/m);
    } finally {
      process.chdir(root);
    }
  });

  it.each([
    ['without funnels', '.', /^There is no funnel in .+: it has no YAML files\.\n$/],
    ['that is not there', 'missing', /^[^\n]+missing can't be read[^\n]*\n$/],
  ])('says in one line that a folder is one %s', async (_title, name, message) => {
    using folder = temporaryFolder();
    const { exitCode, err } = await run(['check', '--dir', join(folder.path, name)]);
    expect(err).toMatch(message);
    expect(exitCode).toBe(1);
  });

  it('says in one line that a file is a folder', async () => {
    using folder = temporaryFolder();
    folder.write('sleep.yaml/inside.txt', '');
    const { exitCode, err } = await run(['check', '--dir', folder.path]);
    expect(err).toMatch(/^[^\n]+sleep\.yaml can't be read[^\n]*\n$/);
    expect(exitCode).toBe(1);
  });
});
