import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { readFunnelFiles, UnreadableFiles } from '../../../scripts/read-funnels.ts';

const root = new URL('../../../', import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'funnels-'));
mkdirSync(join(folder, 'empty'));
mkdirSync(join(folder, 'odd', 'sleep.yaml'), { recursive: true });
afterAll(() => rmSync(folder, { recursive: true }));

function run(...args: readonly string[]): { status: number | null; stderr: string } {
  return spawnSync('node_modules/.bin/tsx', ['scripts/funnel.ts', ...args], { cwd: root, encoding: 'utf8' });
}

test('a folder without funnels is told in one line', () => {
  const { status, stderr } = run('check', '--dir', join(folder, 'empty'));
  expect(stderr).toContain('There is no funnel in');
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(status).toBe(1);
}, 30_000);

test.each([
  ['that is not there', 'missing'],
  ['with the name of a funnel', 'odd'],
])('a folder %s is told in one line', (_name, directory) => {
  expect(() => readFunnelFiles(join(folder, directory))).toThrow(
    expect.toSatisfy((error) => error instanceof UnreadableFiles && /^[^\n]+can't be read[^\n]*$/.test(error.message)),
  );
});

test('a mistake in the sessions is told with those of the funnels, and nothing passes', () => {
  const site = join(folder, 'site');
  cpSync(new URL('funnels', root), join(site, 'funnels'), { recursive: true });
  cpSync(new URL('content', root), join(site, 'content'), { recursive: true });
  const file = join(site, 'content/sessions.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace('voice: waves', 'voice: weaves'));
  const script = fileURLToPath(new URL('scripts/funnel.ts', root));
  const tsx = fileURLToPath(new URL('node_modules/.bin/tsx', root));
  const { status, stdout } = spawnSync(tsx, [script, 'check'], { cwd: site, encoding: 'utf8' });
  expect(stdout).toMatch(/^content\/sessions\.yaml:\d+:12 {2}unknown_voice {2}There is no voice "weaves"\./);
  expect(stdout).toContain('Hint: Did you mean "waves"?');
  expect(stdout).toContain('1 problem; 4 funnels without problems.');
  expect(status).toBe(1);
}, 30_000);

test('an option that there is not is told with how the command is used', () => {
  const { status, stderr } = run('check', '--directory', 'x');
  expect(stderr).toMatch(/^Unknown option '--directory'.*\nUsage: funnel check/);
  expect(status).toBe(2);
}, 30_000);
