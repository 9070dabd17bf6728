import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Database } from '../../api/platform/db/database.ts';
import { migrate } from '../../api/platform/db/migrate.ts';
import { describePostgres } from '../harness/databases.ts';

const released = readFileSync('tests/database/released-schema.sql', 'utf8');

/** Tables, columns, indexes and constraints as PostgreSQL describes them. */
async function describeSchema({ knex }: Database): Promise<readonly string[]> {
  const { rows } = await knex.raw<{ rows: { line: string }[] }>(`
    SELECT concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default) AS line
      FROM information_schema.columns WHERE table_schema = 'public'
    UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid))
      FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    ORDER BY 1`);
  return rows.map(({ line }) => line);
}

describePostgres('a database of the last release', (open) => {
  test('becomes what a new one is', async () => {
    const fresh = await describeSchema(await open());
    const database = await open();
    await database.knex.raw('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    await database.knex.transaction(async (transaction) => {
      await transaction.raw('SET LOCAL check_function_bodies = off');
      await transaction.raw(released.replaceAll('?', String.raw`\?`));
    });
    expect(await migrate(database)).not.toEqual([]);
    expect(await describeSchema(database)).toEqual(fresh);
  });
});
