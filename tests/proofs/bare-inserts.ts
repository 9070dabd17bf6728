import pg from 'pg';

/** What a database takes at most, one row and one commit at a time: what other ways of storing are measured by. */
export interface BareInserts {
  readonly connections: number;
  /** Inserts for so many milliseconds, on all connections at once. */
  measure(milliseconds: number): Promise<void>;
  /** Over all that was measured. */
  perSecond(): number;
  close(): Promise<void>;
}

/** As many as the server's pool has. */
const connections = 10;

/** Inserts rows of the size of a batch into a table of their own, with an index on their number. */
export async function createBareInserts(databaseUrl: string): Promise<BareInserts> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections });
  await pool.query(
    'CREATE TABLE bare_inserts (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, body json NOT NULL)',
  );
  const insert = { name: 'insert', text: 'INSERT INTO bare_inserts (body) VALUES ($1)', values: [body] };
  let [rows, seconds] = [0, 0];
  return {
    connections,
    async measure(milliseconds) {
      const began = performance.now();
      const until = began + milliseconds;
      const write = async () => {
        for (; performance.now() < until; rows += 1) await pool.query(insert);
      };
      await Promise.all(Array.from({ length: connections }, write));
      seconds += (performance.now() - began) / 1_000;
    },
    perSecond: () => rows / seconds,
    close: () => pool.end(),
  };
}

const body = JSON.stringify([
  [31_204, 'answer', 'evening_habits', ['late_caffeine', 'screens']],
  [35_873, 'next', 'caffeine_note'],
]);
