import { program, runNamedTask } from '../tasks.ts';

/** `npm run proof -- <name>`: what takes too long for every `npm test`, against real processes. Each exits with 1 where it fails. */
await runNamedTask('proof', {
  'login-timing': {
    about: 'a failed login takes as long whether or not there is such an account',
    command: program('tests/proofs/login-timing.ts'),
    needs: ['postgres'],
  },
  'login-flood': {
    about: 'a thousand log-ins at once: memory stays bounded, members are served',
    command: program('tests/proofs/login-flood.ts'),
    needs: ['build', 'postgres'],
  },
  'rate-limit': {
    about: 'two processes share the rate limits to the last request',
    command: program('tests/proofs/rate-limit.ts'),
    needs: ['build', 'postgres'],
  },
  deploy: {
    about: 'processes are replaced by those of another build, and back, under load: nothing fails, nothing is lost',
    command: ['tsx', 'tests/proofs/deploy.ts'],
    needs: ['build', 'postgres', 'chromium'],
    programs: ['nginx'],
  },
  'deploy-unmigrated': {
    about: 'the same where nobody migrated before: nginx has the next process answer all that can be asked twice',
    command: ['tsx', 'tests/proofs/deploy.ts'],
    needs: ['build', 'postgres', 'chromium'],
    programs: ['nginx'],
    env: { MIGRATE_FIRST: 'off', ROUNDS: '1' },
  },
  bucket: {
    about:
      'audio in a bucket of Ceph: uploaded, played and saved from there, and never by an address that is tampered with',
    command: ['tsx', 'tests/proofs/bucket.ts'],
    needs: ['build', 'postgres', 'chromium'],
    programs: ['ceph-mon', 'ceph-osd', 'radosgw'],
  },
  package: {
    about: 'the compiled server runs with production packages, on a disk that can only be read; deploy/ is well-formed',
    command: program('tests/proofs/package.ts'),
    needs: ['build', 'postgres'],
  },
  pool: {
    about: 'pgbouncer in transaction mode costs at most 1.3 times; a pool that is exhausted waits a bounded time',
    command: program('tests/proofs/pool.ts'),
    needs: ['postgres'],
    programs: ['pgbouncer'],
  },
  restore: {
    about: 'after a mistake, pgBackRest brings the database back to the moment before; so does a dump, as it was then',
    command: program('tests/proofs/restore.ts'),
    needs: ['build'],
    programs: ['pgbackrest'],
  },
  failover: {
    about: 'PostgreSQL under Patroni is switched over, killed, lost: seconds of 503, nothing acknowledged is lost',
    command: program('tests/proofs/failover.ts'),
    programs: ['patroni', 'etcd'],
  },
  replica: {
    about:
      'reports read a streaming replica: with the latest visit, as of when it is behind, or else the database itself',
    command: program('tests/proofs/replica.ts'),
  },
  migrate: {
    about: 'from the last release to this version to the next, by two programs at once, under load; one that fails',
    command: program('tests/proofs/migrate.ts'),
    needs: ['build', 'postgres'],
  },
  refresh: {
    about: 'refresh tokens, exchanged by many at once, 200 rounds',
    command: ['vitest', 'run', '--project', 'database', 'tests/accounts/refresh-storm.db.test.ts'],
    needs: ['postgres'],
    env: { ROUNDS: '200' },
  },
  contract: {
    about: '10,000 requests for each call are answered as the contract says',
    command: ['vitest', 'run', '--project', 'database', 'tests/api/contract'],
    needs: ['postgres-no-fsync'],
    env: { FUZZ_RUNS: '10000' },
  },
  restart: {
    about: 'PostgreSQL crashes and comes back under load: no acknowledged write is lost',
    command: program('tests/proofs/database-restart.ts'),
    needs: ['build'],
  },
  kill: {
    about: 'the server is killed amid sign-ups: every acknowledged account exists',
    command: program('tests/proofs/kill.ts'),
    needs: ['build', 'postgres'],
  },
  'payments-kill': {
    about: 'the server is killed while customers pay: each gets what they paid for, once',
    command: program('tests/proofs/payments-kill.ts'),
    needs: ['postgres'],
  },
  'payments-storm': {
    about: 'events of purchases and a change of plan, repeated and shuffled, come to one grant and one email each',
    command: program('tests/proofs/payments-storm.ts'),
    needs: ['postgres'],
  },
  'payments-lost': {
    about: '72 hours without webhooks are made good by one reconciliation',
    command: program('tests/proofs/payments-lost.ts'),
    needs: ['postgres'],
  },
  'payments-down': {
    about: 'Stripe is away, slow or failing: calls answer in time, nothing is half done',
    command: program('tests/proofs/payments-down.ts'),
    needs: ['postgres'],
  },
  'events-kill': {
    about: 'the server and PostgreSQL are killed: each acknowledged batch of events is stored once',
    command: program('tests/proofs/events-kill.ts'),
  },
  'events-million': {
    about: 'the report on a million visits is exact, and ready within 3 s; EVENTS=clickhouse: from ClickHouse',
    command: program('tests/proofs/events-million.ts'),
    needs: ['postgres'],
  },
  'events-move': {
    about: 'events move to a database of their own by the commands of the manual, while visitors go on: none is lost',
    command: program('tests/proofs/events-move.ts'),
    needs: ['postgres'],
  },
  'events-copy': {
    about: 'npm run copy-events brings visits from PostgreSQL to ClickHouse: reports say the same before and after',
    command: program('tests/proofs/events-copy.ts'),
    needs: ['postgres'],
  },
  'events-size': {
    about:
      'a visit takes at most 800 bytes in PostgreSQL, with all indexes (EVENTS=clickhouse: there); its processor time',
    command: program('tests/proofs/events-size.ts'),
    needs: ['postgres'],
  },
  experiments: {
    about: 'experiments find what is there, and nothing else',
    command: program('tests/proofs/experiments.ts'),
  },
  accessibility: {
    about: 'axe on every step of every quiz in every language',
    command: ['playwright', 'test', 'accessibility'],
    needs: ['build', 'chromium'],
    env: { EVERYTHING: '1' },
  },
});
