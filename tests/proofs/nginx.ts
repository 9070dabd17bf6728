import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFreePort } from '../../scripts/postgres/free-port.ts';
import { findProgram } from './programs.ts';

/** nginx with `deploy/nginx.conf`, on ports of its own and without TLS. */
export interface Nginx {
  readonly url: string;
  /** Where it looks for the processes behind it. */
  readonly ports: readonly number[];
  readonly stop: () => Promise<void>;
}

const program = findProgram('nginx');

/** Starts it. */
export async function startNginx(): Promise<Nginx> {
  if (!program) throw new Error('nginx is not there');
  const folder = mkdtempSync(path.join(tmpdir(), 'proof-nginx-'));
  const [port = 0, ...ports] = await Promise.all(Array.from({ length: 4 }, findFreePort));
  const file = path.join(folder, 'nginx.conf');
  writeFileSync(file, configurationOf(port, ports, folder));
  const checked = spawnSync(program, ['-t', '-c', file, '-p', folder], { encoding: 'utf8' });
  if (checked.status !== 0) throw new Error(`nginx refuses deploy/nginx.conf: ${checked.stderr}`);
  const child = spawn(program, ['-c', file, '-p', folder, '-g', 'daemon off;'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  return { url: `http://127.0.0.1:${port}`, ports, stop: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** Its own lines, but for addresses, TLS, and that it believes what the load says of its address: limits are counted by it. */
function configurationOf(port: number, ports: readonly number[], folder: string): string {
  const site = readFileSync('deploy/nginx.conf', 'utf8')
    .replace(/^server \{\n *listen 80;[^]*?\n\}\n/m, '')
    .replace(/listen 443[^;]*;/, `listen 127.0.0.1:${port};`)
    .replaceAll(/^ *(?:ssl_|access_log ).*;\n/gm, '')
    .replaceAll('$remote_addr', '$http_x_forwarded_for')
    .replaceAll(/127\.0\.0\.1:300(\d)/g, (_, place: string) => `127.0.0.1:${ports[Number(place) - 1]}`);
  return [...settingsIn(folder), '  access_log off;', site, '}', ''].join('\n');
}

/** What a configuration begins with that needs no folder but this one, as far as the block for HTTP. */
function settingsIn(folder: string): readonly string[] {
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `  ${kind}_temp_path ${folder}/${kind};`,
  );
  return ['worker_processes 2;', `pid ${folder}/pid;`, 'error_log stderr crit;', 'events {}', 'http {', ...folders];
}

/** The command by which nginx checks `deploy/nginx.conf` as it is, with a certificate made for that; null where there is no nginx. */
export function commandToCheckNginx(): readonly [program: string, ...args: string[]] | null {
  if (!program) return null;
  const folder = mkdtempSync(path.join(tmpdir(), 'proof-nginx-'));
  const certificate = ['-keyout', `${folder}/privkey.pem`, '-out', `${folder}/fullchain.pem`];
  execFileSync('openssl', ['req', '-x509', '-nodes', '-subj', '/CN=example.com', ...certificate], { stdio: 'ignore' });
  const site = readFileSync('deploy/nginx.conf', 'utf8')
    .replaceAll('/etc/letsencrypt/live/example.com', folder)
    .replaceAll('/var/log/nginx', folder)
    // Nobody listens there, and every user may.
    .replaceAll(/listen (?=\d)/g, 'listen 127.0.0.1:20');
  const file = path.join(folder, 'nginx.conf');
  writeFileSync(file, [...settingsIn(folder), site, '}', ''].join('\n'));
  return [program, '-t', '-c', file, '-p', folder];
}
