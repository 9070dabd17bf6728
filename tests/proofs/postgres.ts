import pg from 'pg';

let made = 0;

/** Makes an empty database on the PostgreSQL of `scripts/with-postgres.mjs`, and resolves to its URL. */
export async function freshDatabaseUrl(): Promise<string> {
  const server = new URL(setting('TEST_DATABASE_URL'));
  const name = `proof_${process.pid}_${++made}`;
  const client = new pg.Client({ connectionString: server.href });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  server.pathname = `/${name}`;
  return server.href;
}

function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run this by its npm script, which starts PostgreSQL first.`);
  return value;
}
