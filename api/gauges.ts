import { statfs } from 'node:fs/promises';
import type { EventStore } from './events/event-store.ts';
import type { Passwords } from './accounts/passwords.ts';
import type { Database } from './platform/db/database.ts';
import type { Metrics, Reading } from './platform/metrics.ts';

interface GaugeSources {
  readonly database: Database;
  readonly events: Pick<EventStore, 'secondsWaiting'>;
  /** That of events alone, once it is open. */
  readonly eventsDatabase: () => Database | null;
  readonly passwords: Pick<Passwords, 'waiting'>;
  /** By what is in them. */
  readonly folders: Readonly<Record<string, string>>;
}

/** What those who run the server watch, besides the requests: what waits, for how long, and how full the pool is. */
export function addGauges(metrics: Metrics, sources: GaugeSources): void {
  const { database, events, eventsDatabase, passwords, folders } = sources;
  metrics.addGauge({
    name: 'database_full',
    help: '1 where the database, or that of events alone, could not write in the last five minutes as its disk is full.',
    label: 'of',
    read: () => {
      const all = Object.entries({ main: database, events: eventsDatabase() });
      return all.flatMap(([of, each]) => (each ? [{ of, value: Number(each.isFull()) }] : []));
    },
  });
  metrics.addGauge({
    name: 'disk_free_bytes',
    help: 'Room on the disks of DATA_DIR (data) and AUDIO_DIR (audio), once they are there.',
    label: 'of',
    read: () => readRoom(folders),
  });
  metrics.addGauge({
    name: 'password_checks_waiting',
    help: 'Sign-ups and log-ins that wait until a password hash can be worked out.',
    read: () => [{ value: passwords.waiting() }],
  });
  metrics.addGauge({
    name: 'database_connections',
    help: 'Connections of this process to its database that are used or free, and requests that wait for one.',
    label: 'state',
    read: () => readPool(database),
  });
  metrics.addGauge({
    name: 'events_database_connections',
    help: 'The same of the database of events, where they have one of their own.',
    label: 'state',
    read: () => {
      const own = eventsDatabase();
      return own ? readPool(own) : [];
    },
  });
  metrics.addGauge({
    name: 'event_batches_waiting_seconds',
    help: 'How long the oldest batch of events has waited to be counted.',
    read: async () => [{ value: await events.secondsWaiting() }],
  });
  for (const { name, help, label, text } of stored)
    metrics.addGauge({
      name,
      help,
      ...(label !== undefined && { label }),
      read: () => database.query<Reading>({ name, text, values: [] }),
    });
}

/** Rows of `value`, and `of` where there is a label. All of them read an index, of what waits alone, or few rows. */
const stored: readonly {
  readonly name: string;
  readonly help: string;
  readonly label?: string;
  readonly text: string;
}[] = [
  {
    name: 'jobs_pending',
    help: 'Jobs of the queue that are to be done, now or later.',
    label: 'kind',
    text: 'SELECT kind AS of, count(*)::int AS value FROM jobs WHERE dead_at IS NULL GROUP BY kind',
  },
  {
    name: 'jobs_dead',
    help: 'Jobs that were given up: they need attention.',
    label: 'kind',
    text: 'SELECT kind AS of, count(*)::int AS value FROM jobs WHERE dead_at IS NOT NULL GROUP BY kind',
  },
  {
    name: 'jobs_overdue_seconds',
    help: 'How long the job that is due longest has waited.',
    text: `SELECT ${secondsSince('min(run_at)')} FROM jobs WHERE dead_at IS NULL AND run_at <= now()`,
  },
  {
    name: 'stripe_events_waiting',
    help: 'Events of Stripe that were taken in, and have not been looked at yet.',
    text: 'SELECT count(*)::int AS value FROM stripe_events WHERE processed_at IS NULL',
  },
  {
    name: 'stripe_events_waiting_seconds',
    help: 'How long the oldest of them has waited.',
    text: `SELECT ${secondsSince('min(received_at)')} FROM stripe_events WHERE processed_at IS NULL`,
  },
  {
    name: 'visits_not_recorded',
    help: 'Visits so far that are in no report, as too many began from one network.',
    text: 'SELECT coalesce(sum(visits), 0)::float8 AS value FROM visits_not_recorded',
  },
  {
    name: 'last_payment_seconds',
    help: 'How long ago the last payment was made. NaN: there is none.',
    text: `SELECT coalesce(extract(epoch FROM now() - max(paid_at))::float8, 'NaN') AS value
             FROM payments WHERE paid_at IS NOT NULL AND NOT other_mode`,
  },
];

/** As `value`; 0 where nothing waits. */
function secondsSince(time: string): string {
  return `greatest(coalesce(extract(epoch FROM now() - ${time}), 0), 0)::float8 AS value`;
}

async function readRoom(folders: GaugeSources['folders']): Promise<readonly Reading[]> {
  return (await Promise.all(Object.entries(folders).map(readDisk))).flat();
}

/** Nothing where there is no such folder yet. */
async function readDisk([of, folder]: readonly [string, string]): Promise<readonly Reading[]> {
  const disk = await statfs(folder).catch(() => null);
  return disk === null ? [] : [{ of, value: disk.bavail * disk.bsize }];
}

/** What Knex keeps its connections in. */
interface Pool {
  numUsed(): number;
  numFree(): number;
  numPendingAcquires(): number;
}

function readPool({ knex }: Database): readonly Reading[] {
  const { pool } = knex.client as { readonly pool: Pool };
  return [
    { of: 'used', value: pool.numUsed() },
    { of: 'free', value: pool.numFree() },
    { of: 'waiting', value: pool.numPendingAcquires() },
  ];
}
