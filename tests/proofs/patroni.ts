import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stringify } from 'yaml';
import { findFreePort } from '../../scripts/postgres/free-port.ts';
import { findPostgres, unprivilegedUser } from '../../scripts/postgres/start-postgres.ts';
import { parentOf } from './processor-time.ts';

/** PostgreSQL on two "machines" that Patroni keeps: one takes writes, and the other copies them before they are acknowledged. */
export interface Cluster {
  /** Both hosts, for the database `postgres`. */
  readonly url: string;
  /** Resolves when one leads and the other keeps up with it. */
  readonly whole: () => Promise<void>;
  /** The name of the one that leads. */
  readonly leader: () => Promise<string>;
  /** Lets the other one lead, as before maintenance; resolves when that was asked for. */
  readonly switchOver: () => Promise<void>;
  /** Kills (-9) the leader's PostgreSQL with all its processes, or its Patroni with it, as where a machine is lost. */
  readonly killLeader: (what: 'postgres' | 'machine') => Promise<string>;
  /** Starts a machine that was killed. */
  readonly start: (name: string) => void;
  readonly stop: () => void;
}

interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
}

const names = ['one', 'two'] as const;

/** Starts it, with etcd. */
export async function startCluster(): Promise<Cluster> {
  const user = unprivilegedUser();
  const folder = mkdtempSync(path.join(tmpdir(), 'proof-failover-'));
  if (user) chownSync(folder, user.uid, user.gid);
  const ports = await Promise.all(Array.from({ length: 6 }, findFreePort));
  const etcd = `127.0.0.1:${ports[0]}`;
  const machines = names.map((name, at) => ({
    name,
    data: path.join(folder, name),
    postgres: `127.0.0.1:${ports[2 + at]}`,
    api: `127.0.0.1:${ports[4 + at]}`,
  }));
  const running = new Map<string, ChildProcess>();
  const log = openSync(path.join(folder, 'log'), 'a');
  const run = (name: string, program: string, args: readonly string[]) => {
    const env = { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', HOME: folder };
    running.set(name, spawn(program, args, { ...user, cwd: folder, env, stdio: ['ignore', log, log] }));
  };
  const start = (name: string) => run(name, 'patroni', [path.join(folder, `${name}.yml`)]);
  const postmasterOf = (name: string) =>
    Number(readFileSync(path.join(folder, name, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
  const stop = () => {
    for (const child of running.values()) child.kill('SIGKILL');
    for (const { name } of machines) {
      try {
        killTree(postmasterOf(name));
      } catch {
        // It isn't running.
      }
    }
  };
  process.once('exit', stop);

  const etcdPeer = `http://127.0.0.1:${ports[1]}`;
  mkdirSync(path.join(folder, 'etcd'), { mode: 0o700 });
  if (user) chownSync(path.join(folder, 'etcd'), user.uid, user.gid);
  run('etcd', 'etcd', ['--data-dir', path.join(folder, 'etcd'), '--listen-client-urls', `http://${etcd}`, '--advertise-client-urls', `http://${etcd}`, '--listen-peer-urls', etcdPeer, '--initial-advertise-peer-urls', etcdPeer, '--initial-cluster', `default=${etcdPeer}`]); // prettier-ignore
  for (const machine of machines) {
    writeFileSync(path.join(folder, `${machine.name}.yml`), stringify(configurationOf(machine, etcd, folder)));
    start(machine.name);
  }

  async function members(): Promise<readonly Member[]> {
    for (const { api } of machines) {
      const answer = await fetch(`http://${api}/cluster`).catch(() => null);
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members;
    }
    return [];
  }
  async function leader(): Promise<string> {
    const name = (await members()).find(({ role, state }) => role === 'leader' && state === 'running')?.name;
    if (name !== undefined) return name;
    await sleep(200);
    return leader();
  }
  async function whole(attempts = 600): Promise<void> {
    const found = await members();
    const keepsUp = found.some(({ role, state }) => role === 'sync_standby' && /running|streaming/.test(state));
    if (found.some(({ role }) => role === 'leader') && keepsUp) return;
    if (attempts === 0) throw new Error(`The cluster is not whole: ${JSON.stringify(found)}`);
    await sleep(200);
    return whole(attempts - 1);
  }
  return {
    url: `postgres://postgres@${machines.map(({ postgres }) => postgres).join(',')}/postgres?target_session_attrs=read-write`,
    whole,
    leader,
    async switchOver() {
      const from = await leader();
      const { api } = machines.find(({ name }) => name === from)!;
      const body = JSON.stringify({ leader: from });
      const answer = await fetch(`http://${api}/switchover`, { method: 'POST', body });
      if (!answer.ok) throw new Error(`No switch-over: ${await answer.text()}`);
    },
    async killLeader(what) {
      const name = await leader();
      if (what === 'machine') {
        running.get(name)!.kill('SIGKILL');
        await once(running.get(name)!, 'exit');
      }
      killTree(postmasterOf(name));
      return name;
    },
    start,
    stop,
  };
}

function configurationOf(
  machine: { name: string; data: string; postgres: string; api: string },
  etcd: string,
  folder: string,
) {
  return {
    scope: 'site',
    name: machine.name,
    restapi: { listen: machine.api, connect_address: machine.api },
    etcd3: { hosts: etcd },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 5,
        retry_timeout: 5,
        // A commit is acknowledged when the other one has it.
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true },
      },
      initdb: [{ encoding: 'UTF8' }, 'data-checksums'],
    },
    postgresql: {
      listen: machine.postgres,
      connect_address: machine.postgres,
      data_dir: machine.data,
      bin_dir: findPostgres(),
      authentication: { superuser: { username: 'postgres' }, replication: { username: 'postgres' } },
      parameters: { unix_socket_directories: folder },
      pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
    },
  };
}

/** A process and all that it has started, at once. */
function killTree(pid: number): void {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(Number(name)) === pid);
  for (const each of [pid, ...children.map(Number)]) process.kill(each, 'SIGKILL');
}
