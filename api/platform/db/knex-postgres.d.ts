declare module 'knex/lib/dialects/postgres/index.js' {
  import type { Knex } from 'knex';

  /** What `client: 'pg'` stands for: named itself, bundlers find it, and leave those of other databases out. */
  export default class PostgresClient extends Knex.Client {}
}
