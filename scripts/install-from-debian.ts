import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Installs packages where there is Debian's apt-get and root's rights are to be had without asking. Says so; false where it failed. */
export function installFromDebian(what: string, packages: readonly string[]): boolean {
  if (!existsSync('/usr/bin/apt-get')) return false;
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '--non-interactive'];
  const apt = (...args: readonly string[]) => {
    const [program = '', ...rest] = [...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq', ...args];
    return spawnSync(program, rest, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
  };
  console.log(`Installing ${what} (apt-get) …`);
  return apt('update') && apt('install', '-y', ...packages);
}
