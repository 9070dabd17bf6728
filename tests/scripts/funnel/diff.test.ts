import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readPublishedFunnels } from '../../../scripts/build/site.ts';
import { findLostSincePublished, readPublished } from '../../../scripts/funnel/published.ts';
import { loadOne } from '../../../scripts/funnel/load-one.ts';
import { readFunnelFiles, compareWithPublished } from '../../../scripts/build/load-site.ts';
import { run, temporaryFolder, type TemporaryFolder } from './run.ts';

const flow = 'calm-nights.yaml';

afterEach(() => vi.unstubAllEnvs());

/** The same funnel as it was published and as it is now, and the command that compares them. */
function publishedAndNow() {
  const now = temporaryFolder('calm-nights');
  const published = temporaryFolder('calm-nights');
  return {
    now,
    published,
    diff: (...args: string[]) => run(['diff', 'calm-nights', '--dir', now.path, '--against', published.path, ...args]),
    [Symbol.dispose]() {
      now[Symbol.dispose]();
      published[Symbol.dispose]();
    },
  };
}

/** The same funnel in a repository, with a commit that is tagged. */
function committedFolder(): TemporaryFolder {
  const folder = temporaryFolder('calm-nights');
  const commit = 'git init -q && git add . && git -c user.name=a -c user.email=a@b.co commit -qm one && git tag v1';
  expect(spawnSync('sh', ['-c', commit], { cwd: folder.path }).status).toBe(0);
  return folder;
}

/** An edit that costs visitors an answer. */
function keepMinutesElsewhere(folder: TemporaryFolder): void {
  folder.change(flow, '{ id: minutes,', '{ id: minutes, field: time,');
  for (const { name, text } of readFunnelFiles(folder.path))
    folder.write(basename(name), text.replaceAll('{{minutes', '{{time'));
}

describe('diff', () => {
  it('says that nothing has changed, also where only a comment has', async () => {
    using folders = publishedAndNow();
    expect(await folders.diff()).toMatchObject({ exitCode: 0, out: 'Nothing has changed.\n' });
    folders.now.change(flow, 'funnel: calm-nights', '# A comment.\nfunnel: calm-nights');
    expect(await folders.diff()).toMatchObject({ exitCode: 0, out: 'Nothing has changed.\n' });
  });

  it('prints what has changed, and that visitors go on', async () => {
    using folders = publishedAndNow();
    folders.now.change('calm-nights.en.yaml', 'Calmer evenings', 'Quiet evenings');
    const { exitCode, out } = await folders.diff();
    expect(out).toContain('  the funnel\n    name (en): “Calmer evenings” → “Quiet evenings”\n');
    expect(out).toContain('For visitors in the middle nothing changes.');
    expect(exitCode).toBe(0);
  });

  it('prints what visitors lose at each place, and what to do', async () => {
    using folders = publishedAndNow();
    keepMinutesElsewhere(folders.now);
    const { exitCode, out } = await folders.diff();
    expect(out).toContain('  step minutes\n    field: minutes → time\n');
    expect(out).toContain('  from welcome to minutes: go on\n');
    expect(out).toContain('    some: go on at minutes, but lose their answer to minutes\n');
    expect(out).toContain('their answers no longer fit, and their result is not shown any more');
    expect(out).toMatch(/calm-nights\.yaml:\d+:\d+ {2}answers_lost {2}Visitors who have answered “minutes” would lose/);
    expect(exitCode).toBe(1);
  });

  it('shows which visitors go back to a new question in the middle, which loses no answer', async () => {
    using folders = publishedAndNow();
    folders.now.change(
      flow,
      '  - { id: minutes,',
      '  - { id: age, type: number, input: field, min: 18, max: 99 }\n  - { id: minutes,',
    );
    folders.now.change(flow, 'next: minutes', 'next: age');
    for (const words of ['calm-nights.en.yaml', 'calm-nights.es.yaml'])
      folders.now.change(words, '\n  minutes:\n', '\n  age: { title: How old are you? }\n  minutes:\n');
    const { exitCode, out } = await folders.diff();
    expect(out).toContain('    some: go on at age\n');
    expect(out).toContain('    some: go back to age, to answer it; what they have answered stays\n');
    expect(out).not.toContain('answers_lost');
    expect(exitCode).toBe(0);
  });

  it('says that all visitors start again where the funnel says so', async () => {
    using folders = publishedAndNow();
    folders.now.change(flow, 'finish: results', 'finish: results\nrestart: true');
    const { exitCode, out } = await folders.diff();
    expect(out).toContain('  from welcome to analysing: start again\n');
    expect(exitCode).toBe(0);
  });

  it('has one document for programs', async () => {
    using folders = publishedAndNow();
    folders.now.change(flow, 'finish: results', 'finish: results\nrestart: true');
    expect(JSON.parse((await folders.diff('--json')).out)).toMatchObject({
      id: 'calm-nights',
      state: 'changed',
      problems: [],
      changes: [{ kind: 'funnel', id: 'calm-nights', changes: ['visitors start again (restart): now yes'] }],
      visitors: { steps: [{ step: 'welcome', fates: [{ kind: 'restarts', to: 'welcome' }] }, {}, {}, {}, {}, {}] },
    });
  });

  it('knows new funnels, and those that are gone', async () => {
    using folders = publishedAndNow();
    const alone = ['diff', 'calm-nights', '--dir', folders.now.path, '--against', 'nothing'];
    expect(await run(alone)).toMatchObject({
      exitCode: 0,
      out: 'calm-nights is new. No visitor is in the middle of it.\n',
    });
    for (const name of ['', '.en', '.es']) rmSync(join(folders.now.path, `calm-nights${name}.yaml`));
    const gone = await folders.diff();
    expect(gone.out).toContain('calm-nights is gone.');
    expect(gone.exitCode).toBe(1);
  });

  it('compares with the flow file that is named', async () => {
    using folders = publishedAndNow();
    const against = join(folders.published.path, flow);
    const { out } = await run(['diff', 'calm-nights', '--dir', folders.now.path, '--against', against]);
    expect(out).toBe('Nothing has changed.\n');
  });

  it('refuses a folder without funnels and a file that is another funnel’s: nothing would seem lost', async () => {
    using folders = publishedAndNow();
    using empty = temporaryFolder();
    expect(await folders.diff('--against', empty.path)).toMatchObject({
      exitCode: 1,
      err: `There is no funnel in ${empty.path} to compare with.\n`,
    });
    empty.write('calm-nights-old.yaml', 'funnel: calm-nights');
    expect(await folders.diff('--against', join(empty.path, 'calm-nights-old.yaml'))).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining(
        'calm-nights-old.yaml is no version of calm-nights: that is called calm-nights.yaml',
      ),
    });
    expect((await run(['check', '--dir', folders.now.path, '--against', 'README.md'])).err).toBe(
      'There is no funnel in README.md to compare with.\n',
    );
  });

  it('can’t compare what is not there or has problems', async () => {
    using folders = publishedAndNow();
    expect(await folders.diff('--against', 'no-such-branch')).toMatchObject({
      exitCode: 1,
      err: 'There is no version "no-such-branch" to compare with. Give a git branch, tag or commit, or a folder of funnels.\n',
    });
    const unknown = await run(['diff', 'calm-night', '--dir', folders.now.path, '--against', folders.published.path]);
    expect(unknown.err).toContain('Did you mean "calm-nights"?');
    folders.published.change(flow, 'finish: results', 'finish: nowhere');
    const broken = await folders.diff();
    expect(broken).toMatchObject({ exitCode: 1 });
    expect(broken.err).toContain("it can't be compared");
  });
});

describe('the published version', () => {
  it('is the last commit: there lies what an edit would lose', async () => {
    using folder = committedFolder();
    const lost = (against: string) =>
      findLostSincePublished({ dir: folder.path, against, funnels: [loadOne('calm-nights', folder.path)] });
    expect(await lost('HEAD')).toEqual([]);
    keepMinutesElsewhere(folder);
    expect(await lost('HEAD')).toMatchObject([{ code: 'answers_lost', path: ['steps', 4, 'field'] }]);
    expect(await lost('v1')).toHaveLength(1);
    expect(await lost('nothing')).toEqual([]);
    await expect(lost('v2')).rejects.toThrow('There is no version "v2"');
  });

  it('is found again where git has put the line ends of Windows', async () => {
    using folder = committedFolder();
    for (const { name, text } of readFunnelFiles(folder.path))
      folder.write(basename(name), text.replaceAll('\n', '\r\n'));
    const versions = { dir: folder.path, against: 'HEAD' };
    expect(readPublished(readFunnelFiles(folder.path), versions)).toMatchObject({ same: ['calm-nights'], broken: [] });
  });

  it('is read whatever user owns the folder, and missed where git is not there but asked for', async () => {
    using folder = committedFolder();
    const diff = (against: string) => run(['diff', 'calm-nights', '--dir', folder.path, '--against', against]);
    vi.stubEnv('GIT_TEST_ASSUME_DIFFERENT_OWNER', '1');
    expect((await diff('HEAD')).out).toBe('Nothing has changed.\n');
    vi.stubEnv('PATH', folder.path);
    expect((await diff('v1')).err).toBe(
      'There is no version "v1" to compare with: git is not installed. Give a folder of funnels.\n',
    );
    expect((await diff('HEAD')).out).toBe('calm-nights is new. No visitor is in the middle of it.\n');
  });

  it('is nothing where there is no repository', async () => {
    using folder = temporaryFolder('calm-nights');
    const funnels = [loadOne('calm-nights', folder.path)];
    expect(await findLostSincePublished({ dir: folder.path, against: 'HEAD', funnels })).toEqual([]);
  });

  it('is, for a build, what stands in the data of the built site', async () => {
    using folder = temporaryFolder('calm-nights');
    const built = loadOne('calm-nights', folder.path);
    const site = join(folder.path, 'site');
    expect([...readPublishedFunnels(site).keys()]).toEqual([]);
    mkdirSync(join(site, 'assets'), { recursive: true });
    const data = JSON.stringify({ funnel: built.funnel, words: built.words['en'] });
    writeFileSync(join(site, 'assets/calm-nights.en-a1_B2-c3.json'), data);
    writeFileSync(join(site, 'assets/sessions.en-a1_B2-c3.json'), '[]');
    const published = readPublishedFunnels(site);
    expect([...published.keys()]).toEqual(['calm-nights']);
    keepMinutesElsewhere(folder);
    const files = readFunnelFiles(folder.path);
    expect(await compareWithPublished(published, [built], files)).toEqual([]);
    const edited = [loadOne('calm-nights', folder.path)];
    expect(await compareWithPublished(published, edited, files)).toMatchObject([{ code: 'answers_lost' }]);
  });
});
