import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { makeTemporaryFolder } from '../harness/databases.ts';
import { startProcess } from '../harness/processes.ts';

/** A project without dependencies that writes down when it is being installed, and how often. */
function newProject() {
  const folder = makeTemporaryFolder();
  const install =
    "node -e \"fs.appendFileSync('log', 'in '); setTimeout(() => fs.appendFileSync('log', 'out '), 300)\"";
  const about = { name: 'empty', version: '1.0.0' };
  write(folder, 'package.json', { ...about, scripts: { preinstall: install } });
  write(folder, 'package-lock.json', { ...about, lockfileVersion: 3, packages: { '': about } });
  mkdirSync(path.join(folder, 'node_modules'));
  cpSync('scripts/ensure.mjs', path.join(folder, 'ensure.mjs'));
  const read = () => readFileSync(path.join(folder, 'log'), 'utf8');
  return { folder, read };
}

const write = (folder: string, name: string, content: object) =>
  writeFileSync(path.join(folder, name), JSON.stringify(content));

const ensure = (folder: string) => startProcess(['node', 'ensure.mjs'], { PATH: process.env['PATH'] }, folder);

it('of several that want the dependencies at once, one installs them, and the others wait', async () => {
  const { folder, read } = newProject();
  const all = [ensure(folder), ensure(folder), ensure(folder)];
  for (const one of all) expect(await one.exited, one.errors).toBe(0);
  expect(read()).toBe('in out ');
});

it('nobody waits for one that was killed', async () => {
  const { folder, read } = newProject();
  const gone = startProcess(['node', '-e', ''], { PATH: process.env['PATH'] });
  await gone.exited;
  writeFileSync(path.join(folder, '.installing'), String(gone.child.pid));
  const one = ensure(folder);
  expect(await one.exited, one.errors).toBe(0);
  expect(read()).toBe('in out ');
});

it('says that the registry can not be reached, while npm goes on trying', async () => {
  const { folder } = newProject();
  const dependencies = { missing: '1.0.0' };
  const packages = {
    '': { name: 'empty', version: '1.0.0', dependencies },
    'node_modules/missing': { version: '1.0.0' },
  };
  write(folder, 'package.json', { name: 'empty', version: '1.0.0', dependencies });
  write(folder, 'package-lock.json', { name: 'empty', version: '1.0.0', lockfileVersion: 3, packages });
  const offline = { npm_config_registry: 'http://127.0.0.1:9', npm_config_cache: path.join(folder, 'cache') };
  const one = startProcess(['node', 'ensure.mjs'], { PATH: process.env['PATH'], ...offline }, folder);
  expect(await one.exited).toBe(1);
  expect(one.errors).toContain("The registry of npm packages can't be reached (ECONNREFUSED).");
});
