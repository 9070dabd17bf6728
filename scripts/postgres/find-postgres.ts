import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const oldestVersion = 15;

/** The folder with `initdb` and `pg_ctl` of PostgreSQL 15 or newer, which is installed first if there is none. */
export function findPostgres(): string {
  const found = find() ?? (installFromDebian() ? find() : undefined);
  if (found) return found;
  throw new Error(
    `No PostgreSQL ${oldestVersion} or newer was found or could be installed. Install one, so that initdb is in PATH or ` +
      'pg_config knows where it is, or set TEST_DATABASE_URL to the URL of a superuser on a server for tests.',
  );
}

function find(): string | undefined {
  return listPlaces().find((place) => versionOf(place) >= oldestVersion);
}

/** Debian has a folder for each version and only wrappers in PATH. */
function listPlaces(): string[] {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const config = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' });
  const configured = config.status === 0 ? [config.stdout.trim()] : [];
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return [...versions.map((version) => join(debian, version, 'bin')), ...configured, ...path];
}

/** 0 if it isn't there, or not whole. */
function versionOf(place: string): number {
  const isWhole = ['initdb', 'pg_ctl', 'postgres'].every((program) => existsSync(join(place, program)));
  if (!isWhole) return 0;
  const text = execFileSync(join(place, 'postgres'), ['--version'], { encoding: 'utf8' });
  return Number(/\d+/.exec(text)?.[0] ?? 0);
}

function installFromDebian(): boolean {
  if (!existsSync('/usr/bin/apt-get')) return false;
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '--non-interactive'];
  const apt = (...args: string[]) => {
    const [program = '', ...rest] = [...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq', ...args];
    return spawnSync(program, rest, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
  };
  console.log('Installing PostgreSQL (apt-get) …');
  return apt('update') && apt('install', '-y', 'postgresql');
}
