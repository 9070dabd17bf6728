import { existsSync } from 'node:fs';
import path from 'node:path';

/** Programs of others that proofs run, with what installs each on Debian. */
const packages = {
  nginx: 'nginx-light',
  pgbouncer: 'pgbouncer',
  patroni: 'patroni',
  etcd: 'etcd-server',
  pgbackrest: 'pgbackrest',
  'ceph-mon': 'ceph-mon',
  'ceph-osd': 'ceph-osd',
  radosgw: 'radosgw',
} as const;

export type ProgramName = keyof typeof packages;

/** Where a program is; null where this machine doesn't have it. */
export function findProgram(name: ProgramName): string | null {
  const named = process.env[name.toUpperCase()]; // PGBOUNCER, for another one than the system's
  if (named !== undefined) return named;
  // Of root's PATH too: what isn't for every user is there.
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/local/sbin', '/usr/sbin'];
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file)) ?? null;
}

/** A sentence on those that are missing, and how to install them; null where none is. */
export function sayMissing(names: readonly ProgramName[], find: (name: ProgramName) => string | null = findProgram) {
  const missing = names.filter((name) => find(name) === null);
  if (missing.length === 0) return null;
  const installed = missing.map((name) => packages[name]).join(' ');
  return `${missing.join(', ')}: not on this machine (Debian: apt-get install --no-install-recommends ${installed})`;
}
