declare module 'knex/lib/dialects/postgres/index.js' {
  import type { Knex } from 'knex';
  import type { Client } from 'pg';

  /** What `client: 'pg'` stands for: named itself, bundlers find it, and leave those of other databases out. */
  export default class PostgresClient extends Knex.Client {
    /** Makes a connection by `connectionSettings`, which are read before it returns. */
    _acquireOnlyConnection(): Promise<Client>;
  }
}
