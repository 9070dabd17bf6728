import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../../scripts/postgres/free-port.ts';
import { signUp } from '../harness/api-calls.ts';
import { demand } from './report.ts';

/**
 * Builds deploy/Containerfile by podman, on a base that mmdebstrap makes of Debian's packages and the Node.js of this
 * machine, so that no registry of images is asked; runs it with a root that can only be read, and signs up through it. Says so
 * where podman, mmdebstrap or root's rights are missing.
 */
export async function proveImage(databaseUrl: string): Promise<void> {
  const missing = ['podman', 'mmdebstrap', 'runc'].filter((program) => spawnSync(program, ['--version']).error);
  if (process.getuid?.() !== 0) missing.push("root's rights");
  if (missing.length > 0) return console.log(`not on this machine: an image, as it needs ${missing.join(', ')}`);
  const folder = mkdtempSync(path.join(tmpdir(), 'proof-image-'));
  const podman = (...args: string[]) =>
    spawnSync('podman', ['--root', path.join(folder, 'store'), '--runroot', path.join(folder, 'run'), ...args], {
      encoding: 'utf8',
      maxBuffer: 1e8,
    });
  const base = path.join(folder, 'base');
  makeBase(base);
  execFileSync('tar', ['-C', base, '-cf', `${base}.tar`, '.']);
  podman('import', `${base}.tar`, 'base');
  const built = podman('build', '--format=docker', '--isolation=chroot', '--network=host', '--build-arg', 'BASE=localhost/base', '-f', 'deploy/Containerfile', '-t', 'still-waters', '.'); // prettier-ignore
  demand(
    'podman builds deploy/Containerfile',
    built.status === 0,
    built.status === 0 ? 'yes' : built.stderr.slice(-500),
  );
  if (built.status === 0) await proveRun(podman, databaseUrl);
  podman('system', 'reset', '--force');
}

/** Debian, and Node.js with npm as they are on this machine, with what npm has to know to reach its registry from here. */
function makeBase(base: string): void {
  execFileSync('mmdebstrap', ['--variant=minbase', '--include=ca-certificates', '--quiet', 'bookworm', base]);
  cpSync(process.execPath, path.join(base, 'usr/bin/node'));
  const npm = path.dirname(path.dirname(realpathSync(execFileSync('which', ['npm'], { encoding: 'utf8' }).trim())));
  cpSync(npm, path.join(base, 'usr/lib/node_modules/npm'), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', path.join(base, 'usr/bin/npm'));
  const authorities = '/etc/ssl/certs/ca-certificates.crt';
  if (setting('cafile') !== 'null') cpSync(setting('cafile'), path.join(base, authorities));
  mkdirSync(path.join(base, 'usr/etc'), { recursive: true });
  writeFileSync(path.join(base, 'usr/etc/npmrc'), `registry=${setting('registry')}\ncafile=${authorities}\n`);
}

/** Of npm, on this machine. */
const setting = (name: string) => execFileSync('npm', ['config', 'get', name], { encoding: 'utf8' }).trim();

type Podman = (...args: string[]) => {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
};

async function proveRun(podman: Podman, databaseUrl: string): Promise<void> {
  const port = await findFreePort();
  const settings = { NODE_ENV: 'test', HOST: '127.0.0.1', PORT: `${port}`, DATABASE_URL: databaseUrl };
  const env = Object.entries(settings).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  // What this process may have itself, it may give: limits are not raised, and no timer of systemd is asked for.
  const limits = ['--ulimit=nofile=4096:4096', '--ulimit=nproc=4096:4096', '--health-interval=disable'];
  const closed = ['--read-only', '--read-only-tmpfs=false', '--cap-drop=ALL', '--security-opt=no-new-privileges'];
  const place = ['--detach', '--name=site', '--runtime=runc', '--network=host'];
  const started = podman('run', ...place, ...limits, ...closed, ...env, 'still-waters');
  const url = `http://127.0.0.1:${port}`;
  const status = (place: string) => fetch(url + place).then((answer) => answer.status, () => 0); // prettier-ignore
  for (let attempt = 0; attempt < 600 && (await status('/api/health/ready/')) !== 200; attempt++) await sleep(100);
  const said = started.stderr + podman('logs', 'site').stderr;
  const signedUp = await signUp(url, 'image@example.com', 1).then((answer) => answer.status, () => 0); // prettier-ignore
  demand('a visitor signs up through the image', signedUp === 201, signedUp === 201 ? `${signedUp}` : said.slice(-500));
  const who = podman('exec', 'site', 'id', '-u').stdout.trim();
  const wrote = podman('exec', 'site', 'touch', '/site/new', '/new').status === 0;
  demand('it runs as nobody special, on a root that can only be read', who === '1000' && !wrote, `user ${who}`);
  const healthy = podman('healthcheck', 'run', 'site').status;
  demand('its health check passes', healthy === 0, `${healthy}`);
  podman('stop', '--time=40', 'site');
  const code = podman('inspect', 'site', '--format={{.State.ExitCode}}').stdout.trim();
  demand('it stops', code === '0', `with ${code}`);
}
