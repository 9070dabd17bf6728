import pg from 'pg';

/** The clock of one database. */
export interface DatabaseClock {
  /** From now on it is that time there, and goes on from it. */
  readonly set: (time: Date) => Promise<void>;
  /** It is that time there until it is told otherwise. */
  readonly stop: (time: Date) => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Gives a PostgreSQL database a clock that can be set: `now()` is looked up in a schema that comes before PostgreSQL's
 * own. Connections that are open already keep the time as it is.
 */
export async function addClock(databaseUrl: string): Promise<DatabaseClock> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(clockText);
  const set = 'UPDATE clock.setting SET stopped_at = NULL, shift = $1::timestamptz - pg_catalog.clock_timestamp()';
  const stop = 'UPDATE clock.setting SET stopped_at = $1';
  return {
    set: async (time) => void (await client.query(set, [time])),
    stop: async (time) => void (await client.query(stop, [time])),
    close: () => client.end(),
  };
}

// Anyone who asks a clock that stands still twice for the time of the day still sees it move, by a millionth of a
// second.
const clockText = `
  CREATE SCHEMA clock;
  CREATE TABLE clock.setting (shift interval NOT NULL, stopped_at timestamptz);
  INSERT INTO clock.setting VALUES ('0');
  CREATE SEQUENCE clock.ticks;
  CREATE FUNCTION clock.now() RETURNS timestamptz LANGUAGE sql STABLE AS
    'SELECT coalesce(stopped_at, pg_catalog.now() + shift) FROM clock.setting';
  CREATE FUNCTION clock.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS
    'SELECT coalesce(stopped_at + nextval(''clock.ticks'') * interval ''1 microsecond'',
       pg_catalog.clock_timestamp() + shift) FROM clock.setting';
  DO $$ BEGIN
    EXECUTE format('ALTER DATABASE %I SET search_path = public, clock, pg_catalog', current_database());
  END $$`;
