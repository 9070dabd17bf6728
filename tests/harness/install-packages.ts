import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Whether the packages of a folder with a `package.json` of its own are there, or could be installed: what only some tests
 * need, and what is large. The one that is named can be loaded then.
 */
export function installPackages(folder: string, name: string): boolean {
  const stamp = join(folder, 'node_modules', '.install-stamp');
  const wanted = readFileSync(join(folder, 'package.json'), 'utf8');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return true;
  console.error(`Installing packages for tests (npm install in ${folder}) …`);
  // Without a lock file: it would name packages for other platforms, which some registries don't have.
  const args = ['install', '--no-package-lock', '--no-audit', '--no-fund', '--fetch-retries=1'];
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: ['ignore', 2, 2], timeout: 300_000 });
  if (status !== 0) return false;
  // Some packages have nothing for some platforms.
  const load = ['-e', `import(${JSON.stringify(name)})`];
  if (spawnSync(process.execPath, load, { cwd: folder, stdio: 'ignore' }).status !== 0) return false;
  writeFileSync(stamp, wanted);
  return true;
}
