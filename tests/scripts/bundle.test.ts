import { spawnSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { temporaryFolder } from './funnel/run.ts';

const { bundleOf } = (await import(new URL('../../scripts/build/bundle.mjs', import.meta.url).href)) as {
  bundleOf: (script: string, folder: string) => Promise<string>;
};

const say = async (url: string): Promise<unknown> => ((await import(url)) as { said: unknown }).said;

it('makes a bundle again when anything of it has changed, and only then', async () => {
  using folder = temporaryFolder();
  folder.write('script.ts', `import { greet } from './greet.ts';\nexport const said: string = greet();\n`);
  folder.write(
    'greet.ts',
    `import words from './words.json' with { type: 'json' };\nexport const greet = () => words.hello;\n`,
  );
  folder.write('words.json', '{ "hello": "Good morning" }');
  const bundle = (): Promise<string> => bundleOf(join(folder.path, 'script.ts'), join(folder.path, 'bundles'));

  const first = await bundle();
  expect(await say(first)).toBe('Good morning');
  expect(await bundle()).toBe(first);
  folder.change('words.json', 'morning', 'evening');
  const second = await bundle();
  expect(await say(second)).toBe('Good evening');
  folder.change('greet.ts', 'words.hello', 'words.hello.toUpperCase()');
  const third = await bundle();
  expect(await say(third)).toBe('GOOD EVENING');
  rmSync(fileURLToPath(new URL('.', third)), { recursive: true });
  expect(await say(await bundle())).toBe('GOOD EVENING');
  folder.write('bundles/bundle.json', '{"cut o');
  const atOnce = await Promise.all([bundle(), bundle()]);
  for (const url of atOnce) expect(await say(url)).toBe('GOOD EVENING');
});

it('keeps nothing of what bundles in the process that asks', () => {
  using folder = temporaryFolder();
  folder.write('script.ts', `export const said: string = 'Good morning';\n`);
  const bundle = `const { bundleOf } = await import('./scripts/build/bundle.mjs');
    await bundleOf('${join(folder.path, 'script.ts')}', '${join(folder.path, 'bundles')}');`;
  expect(bundlersAfter(bundle)).toEqual([]);
  expect(bundlersAfter(`await import('vite');`)).not.toEqual([]);
});

/** The libraries of Vite's bundler that a process has loaded once it has run this: they take some hundred megabytes. */
function bundlersAfter(code: string): readonly string[] {
  const all = `${code} console.log(JSON.stringify(process.report.getReport().sharedObjects));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', all], { encoding: 'utf8' });
  return (JSON.parse(stdout) as string[]).filter((file) => file.includes('rolldown'));
}

it('makes a bundle of its own for a copy of the project', async () => {
  using project = temporaryFolder();
  using copy = temporaryFolder();
  project.write('script.ts', `export const said: string = 'Good morning';\n`);
  const root = process.cwd();
  const bundleIn = (folder: string): Promise<string> => {
    process.chdir(folder);
    return bundleOf('script.ts', 'bundles').finally(() => process.chdir(root));
  };
  await bundleIn(project.path);
  cpSync(project.path, copy.path, { recursive: true });
  expect(fileURLToPath(await bundleIn(copy.path))).toContain(copy.path);
  copy.change('script.ts', 'morning', 'evening');
  expect(await say(await bundleIn(copy.path))).toBe('Good evening');
});

it('runs the funnel command as a process that ends quietly where nobody reads on', async () => {
  using folder = temporaryFolder('calm-nights', 'calm-days');
  folder.change('calm-nights.yaml', 'type: intro', 'type: intrro');
  // The bundle of `npm run funnel` itself: most of the time it is there already.
  const command = fileURLToPath(await bundleOf('scripts/funnel.ts', 'dist/command'));
  const line = '"$0" "$1" check --json --dir "$2"; echo "exit code $?" >&2';
  const run = (shell: string): { stdout: string; stderr: string } =>
    spawnSync('sh', ['-c', shell, process.execPath, command, folder.path], { encoding: 'utf8' });
  const whole = run(line);
  expect(JSON.parse(whole.stdout)).toHaveLength(1);
  expect(whole.stderr).toBe('exit code 1\n');
  const cut = run('{ sleep 0.1; "$0" "$1" help; } | true');
  expect(cut).toMatchObject({ stdout: '', stderr: '' });
});
