import type { Knex } from 'knex';

/** Changes of an account's email address, which can be undone, and on which device a log-in was made. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE email_changes (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      -- The log-in that asked for it: the only one that goes on.
      login_id uuid NOT NULL,
      -- As it was then: a new password makes the link useless.
      auth_generation integer NOT NULL,
      new_email text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      confirmed_at timestamptz,
      -- From the confirmation on.
      old_email text,
      -- Null where the old address was not verified. Until then nobody else can have it.
      undo_until timestamptz,
      undone_at timestamptz
    );
    CREATE INDEX email_changes_of_user ON email_changes (user_id);
    CREATE INDEX email_changes_by_time ON email_changes (created_at);
    CREATE INDEX email_changes_to_undo ON email_changes (old_email) WHERE undo_until IS NOT NULL;

    ALTER TABLE one_time_tokens
      ADD email_change_id uuid REFERENCES email_changes ON DELETE CASCADE,
      DROP CONSTRAINT one_time_tokens_purpose_check,
      ADD CONSTRAINT one_time_tokens_purpose_check
        CHECK (purpose IN ('verify_email', 'reset_password', 'confirm_email', 'undo_email'));
    CREATE INDEX one_time_tokens_of_change ON one_time_tokens (email_change_id) WHERE email_change_id IS NOT NULL;

    -- Such as "Firefox, Windows"; null where it didn't say.
    ALTER TABLE sessions ADD device text;
  `);
}
