import type { Request } from 'express';
import { createAuthenticate } from '../../../api/accounts/accounts.ts';
import { createContentEndpoints } from '../../../api/content/content.ts';
import type { Database } from '../../../api/platform/db/database.ts';
import { createKeys } from '../../../api/platform/keys.ts';
import { listContent } from '../../../schemas/api/content.ts';
import { dashboard } from '../../../schemas/api/dashboard.ts';
import { makeCall } from '../../harness/api-calls.ts';

/** The statements that each call runs, with the one that finds out who calls. */
export async function countQueries(database: Database, secret: string, accessToken: string) {
  const statements: string[] = [];
  const query: Database['query'] = (statement) => {
    statements.push(statement.name);
    return database.query(statement);
  };
  database.knex.on('query', ({ sql }: { sql: string }) => statements.push(sql));
  const watched = { ...database, query };
  const keys = createKeys(secret);
  const endpoints = createContentEndpoints({ database: watched, keys, now: () => new Date() });
  const authenticate = createAuthenticate({ database: watched, keys });
  const countOf = async (id: string, query: object) => {
    statements.length = 0;
    const user = await authenticate({ headers: { authorization: `Bearer ${accessToken}` } } as Request);
    await makeCall(endpoints, { id }, { user, query });
    return [...statements];
  };
  return {
    list: await countOf(listContent.id, { page: 1, search: 'night', status: ['in_progress'] }),
    dashboard: await countOf(dashboard.id, {}),
  };
}
