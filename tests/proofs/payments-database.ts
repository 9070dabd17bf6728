import pg from 'pg';
import { freshDatabaseUrl } from './postgres.ts';
import type { Query } from './payments-differences.ts';

/** A database of a proof's own, to look into beside the API. */
export interface ProofDatabase {
  readonly url: string;
  readonly query: Query;
  readonly close: () => Promise<void>;
}

export async function openDatabase(): Promise<ProofDatabase> {
  const url = await freshDatabaseUrl();
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  return {
    url,
    query: async <Row>(text: string, values: readonly unknown[]) => (await pool.query(text, [...values])).rows as Row[],
    close: () => pool.end(),
  };
}
