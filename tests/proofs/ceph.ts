import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, openSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../../scripts/postgres/free-port.ts';

/** Ceph's object storage, which speaks S3: a monitor, a store in memory, and its gateway. */
export interface Ceph {
  /** Of the gateway. */
  readonly url: string;
  /** Of a user who may make buckets. */
  readonly keyId: string;
  readonly secret: string;
  stopGateway(): Promise<void>;
  stop(): Promise<void>;
}

const key = { keyId: 'AKIDOFPROOFS', secret: 'a-secret-of-the-proofs' };

/** Starts it, with all of its files in this folder. */
export async function startCeph(folder: string): Promise<Ceph> {
  const [monitor, gateway] = await Promise.all([findFreePort(), findFreePort()]);
  const inFolder = (name: string) => path.join(folder, name);
  for (const name of ['monitor', 'store', 'gateway', 'run']) mkdirSync(inFolder(name));
  const id = randomUUID();
  const configuration = inFolder('ceph.conf');
  writeFileSync(configuration, configurationOf({ id, monitor, gateway, folder }));

  const log = openSync(inFolder('log'), 'a');
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { stdio: ['ignore', log, log], timeout: 120_000 });
  const configured = ['-c', configuration];
  const children: ChildProcess[] = [];
  const start = (program: string, ...args: string[]) => {
    const child = spawn(program, [...configured, ...args, '-f'], { stdio: ['ignore', log, log] });
    children.unshift(child);
    return child;
  };
  process.once('exit', () => children.forEach((child) => child.kill('SIGKILL')));
  const keyring = inFolder('keyring');
  run('ceph-authtool', '--create-keyring', keyring, '--gen-key', '-n', 'mon.', '--cap', 'mon', 'allow *');
  const caps = ['mon', 'osd', 'mgr'].flatMap((kind) => ['--cap', kind, 'allow *']);
  for (const name of ['client.admin', 'osd.0']) run('ceph-authtool', keyring, '--gen-key', '-n', name, ...caps);
  const map = inFolder('map');
  run('monmaptool', '--create', '--addv', 'a', `[v2:127.0.0.1:${monitor}]`, '--fsid', id, map);
  run('ceph-mon', ...configured, '-i', 'a', '--mkfs', '--monmap', map, '--keyring', keyring);
  start('ceph-mon', '-i', 'a');
  const store = randomUUID();
  run('ceph', ...configured, 'osd', 'new', store);
  run('ceph-osd', ...configured, '-i', '0', '--mkfs', '--osd-uuid', store);
  start('ceph-osd', '-i', '0');
  const user = ['--uid=site', '--display-name=site', `--access-key=${key.keyId}`, `--secret=${key.secret}`];
  run('radosgw-admin', ...configured, 'user', 'create', ...user);
  const front = start('radosgw', '-n', 'client.admin');
  const url = `http://127.0.0.1:${gateway}`;
  await answers(url);
  return {
    url,
    ...key,
    stopGateway: () => stop(front),
    stop: async () => {
      for (const child of children) await stop(child);
    },
  };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function answers(url: string, attempts = 240): Promise<void> {
  if ((await fetch(url).catch(() => null))?.ok) return;
  if (attempts === 0) throw new Error('radosgw did not answer within two minutes');
  await sleep(500);
  return answers(url, attempts - 1);
}

interface Places {
  readonly id: string;
  readonly monitor: number;
  readonly gateway: number;
  readonly folder: string;
}

function configurationOf({ id, monitor, gateway, folder }: Places): string {
  return `[global]
fsid = ${id}
mon host = [v2:127.0.0.1:${monitor}]
public network = 127.0.0.0/8
ms bind ipv6 = false
keyring = ${folder}/keyring
run dir = ${folder}/run
admin socket = ${folder}/run/$name.asok
pid file = ${folder}/run/$name.pid
log file = ${folder}/$name.log
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd crush chooseleaf type = 0
mon allow pool size one = true

[mon.a]
mon data = ${folder}/monitor

[osd.0]
osd data = ${folder}/store
osd objectstore = memstore
memstore device bytes = 1073741824

[client.admin]
rgw data = ${folder}/gateway
rgw frontends = beast endpoint=127.0.0.1:${gateway}
rgw enable apis = s3
`;
}
