import type { Knex } from 'knex';

/** Which emails an account got, for those who help its owner. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE sent_emails (
      -- Of its job.
      id text PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      -- The request that it was written from: no link and no token stands in it.
      request jsonb NOT NULL,
      sent_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX sent_emails_of_user ON sent_emails (user_id, sent_at DESC);
    CREATE INDEX sent_emails_by_time ON sent_emails (sent_at);
  `);
}
