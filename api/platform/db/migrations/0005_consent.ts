import type { Knex } from 'knex';

/**
 * Since when somebody wants tips and offers. Until now all were taken to want them who had not unsubscribed; only those
 * who did and then subscribed again have said so themselves.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Null: they have not said so. Mails that are not about the account need it; see also unsubscribed_at, which stops
    -- the welcome too.
    ALTER TABLE users ADD subscribed_at timestamptz;
    UPDATE users SET subscribed_at = now()
    WHERE unsubscribed_at IS NULL AND deleted_at IS NULL
      AND EXISTS (SELECT FROM audit_log WHERE user_id = users.id AND action = 'unsubscribed');
  `);
}
