import { expect, it } from 'vitest';
import { type ProgramName, sayMissing } from './programs.ts';

/** On a machine with nothing but etcd. */
const find = (name: ProgramName) => (name === 'etcd' ? '/usr/bin/etcd' : null);

it('A proof says in one line which programs it lacks, and how to install them', () => {
  expect(sayMissing(['patroni', 'etcd', 'ceph-mon'], find)).toBe(
    'patroni, ceph-mon: not on this machine (Debian: apt-get install --no-install-recommends patroni ceph-mon)',
  );
  expect(sayMissing(['etcd'], find)).toBeNull();
});
