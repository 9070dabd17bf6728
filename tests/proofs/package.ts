import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import { startProcess } from '../harness/processes.ts';
import { checkSchemas } from './deploy-schemas.ts';
import { proveImage } from './image.ts';
import { commandToCheckNginx } from './nginx.ts';
import { freshDatabaseUrl } from './postgres.ts';
import { demand } from './report.ts';

/**
 * What is deployed: the compiled server with production packages alone, as a user who may write to no folder but those
 * that are for it; and the files in deploy/, as far as the programs that read them are on this machine.
 */
const nobody = { uid: 65_534, gid: 65_534 };

const folder = mkdtempSync(path.join(tmpdir(), 'proof-package-'));
chmodSync(folder, 0o755);
for (const file of ['package.json', 'package-lock.json']) cpSync(file, path.join(folder, file));
for (const part of ['dist/server', 'dist/site']) cpSync(part, path.join(folder, part), { recursive: true });
execFileSync('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund'], {
  cwd: folder,
  stdio: ['ignore', 'ignore', 'inherit'],
});
demand('there is no tsx', !existsSync(path.join(folder, 'node_modules/tsx')), 'production packages alone');

const data = mkdtempSync(path.join(tmpdir(), 'proof-data-'));
const asRoot = process.getuid?.() === 0;
if (asRoot) chownSync(data, nobody.uid, nobody.gid);
const secret = path.join(data, 'secret');
writeFileSync(secret, 'a-secret-of-thirty-two-characters-or-more\n');
chmodSync(secret, 0o644);

/** With rights that root has dropped, in a mount where all but the data can only be read. */
function command(script: string): readonly string[] {
  const node = [process.execPath, script];
  if (!asRoot) return node;
  const mounts = `mount --bind "${data}" "${data}" && mount -o remount,ro,bind / && exec setpriv --reuid=${nobody.uid} --regid=${nobody.gid} --clear-groups "$@"`;
  return ['unshare', '--mount', 'sh', '-c', mounts, 'sh', ...node];
}

const env = {
  PATH: process.env['PATH'],
  NODE_ENV: 'test',
  PORT: '0',
  HOME: '/nowhere',
  TMPDIR: '/nowhere',
  DATA_DIR: path.join(data, 'data'),
  AUDIO_DIR: path.join(data, 'audio'),
  DATABASE_URL: await freshDatabaseUrl(),
  AUTH_SECRET_FILE: secret,
  MIGRATE: 'off',
};
mkdirSync(env.DATA_DIR);
mkdirSync(env.AUDIO_DIR);
if (asRoot) for (const each of [env.DATA_DIR, env.AUDIO_DIR]) chownSync(each, nobody.uid, nobody.gid);

const server = startProcess(command('dist/server/main.mjs'), env, folder);
const migration = startProcess(command('dist/server/migrate.mjs'), env, folder);
demand(
  'migrate.mjs migrates',
  (await migration.exited) === 0,
  (migration.output + migration.errors).trim().slice(0, 300),
);
const team = startProcess([...command('dist/server/team.mjs'), 'list'], env, folder);
demand('team.mjs lists the team', (await team.exited) === 0, (team.output + team.errors).trim().slice(0, 300));
const url = await server.ready;
const [page] = readdirSync(path.join(folder, 'dist/site/pages')).filter((name) => name.startsWith('login'));
demand('the server serves', (await fetch(`${url}/login`)).status === 200, `${page} at ${url}`);
const catalog = JSON.parse(readFileSync('dist/site/catalog.json', 'utf8')) as {
  sessions: { id: string; audio: unknown }[];
};
const { id } = catalog.sessions.find(({ audio }) => audio === null)!;
const sample = await fetch(`${url}/api/v1/content/${id}/sample/`);
const bytes = (await sample.arrayBuffer()).byteLength;
demand('it makes sound', sample.status === 200 && bytes > 10_000, `${sample.status}, ${bytes} bytes`);
await server.kill('SIGTERM');
demand('it stops', server.child.exitCode === 0, server.errors || 'with 0');

for (const file of readdirSync('deploy', { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.yaml'),
)) {
  const documents = parseAllDocuments(readFileSync(path.join('deploy', file), 'utf8'), { merge: true });
  const problems = [...documents].flatMap((document) => document.errors.map(String));
  demand(`deploy/${file} is YAML`, problems.length === 0, problems[0] ?? 'yes');
}
check('systemd-analyze', [
  'verify',
  '--man=no',
  'deploy/systemd/still-waters@.service',
  'deploy/systemd/still-waters.target',
]);
check('kubectl', ['kustomize', 'deploy/kubernetes']);
check('promtool', ['check', 'rules', 'deploy/prometheus/alerts.yaml']);
check('promtool', ['test', 'rules', 'deploy/prometheus/alerts.test.yaml']);
const [nginx, ...args] = commandToCheckNginx() ?? ['nginx', '-t'];
check(nginx, args);
checkSchemas();
await proveImage(await freshDatabaseUrl());

/** Runs a program that reads files of deploy/; where it isn't on this machine, says so. */
function check(program: string, args: readonly string[]): void {
  const { status, error, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (error) return console.log(`not on this machine: ${program} ${args.join(' ')}`);
  demand(`${program} ${args.join(' ')}`, status === 0, status === 0 ? 'accepted' : (stderr || stdout).slice(0, 500));
}
