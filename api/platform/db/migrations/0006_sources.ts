import type { Knex } from 'knex';

/** No e-email address stands in a `utm_source`, and none is kept of an account that is removed. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    UPDATE payments SET utm_source = NULL FROM users
    WHERE users.id = payments.user_id AND users.deleted_at IS NOT NULL AND utm_source IS NOT NULL;

    UPDATE payments SET utm_source = CASE WHEN utm_source !~ '@|%40' THEN left(utm_source, 64) END
    WHERE utm_source ~ '@|%40' OR length(utm_source) > 64;

    UPDATE users SET promo = promo || '{"utm_source": ""}' WHERE promo->>'utm_source' ~ '@|%40';
  `);
}
