import type { Knex } from 'knex';

/** Accounts, their sessions and quiz visits, emails to send, rate limits, access, and what happened (audit). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE users (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      -- Normalised; null once the account is removed.
      email text UNIQUE,
      first_name text NOT NULL DEFAULT '',
      language text NOT NULL DEFAULT 'en',
      -- argon2id; null once the account is removed.
      password_hash text,
      email_verified_at timestamptz,
      -- Sessions of an older generation are dead: a new password raises it.
      auth_generation integer NOT NULL DEFAULT 0,
      -- Only whoever got a mail knows it: it stands in the mail's unsubscribe header.
      unsubscribe_id uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
      unsubscribed_at timestamptz,
      agreed_at timestamptz NOT NULL,
      -- Query parameters of the landing URL.
      promo jsonb NOT NULL DEFAULT '{}',
      created_at timestamptz NOT NULL DEFAULT now(),
      deleted_at timestamptz,
      CHECK ((deleted_at IS NULL) = (email IS NOT NULL)),
      CHECK ((deleted_at IS NULL) = (password_hash IS NOT NULL))
    );

    CREATE TABLE sessions (
      id uuid PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      auth_generation integer NOT NULL,
      -- SHA-256 of the secret in its refresh tokens, which our key seals: neither alone is enough to forge one.
      secret_hash bytea NOT NULL,
      -- How often the refresh token was exchanged; the token of that number is the one that counts.
      rotation integer NOT NULL DEFAULT 0,
      rotated_at timestamptz NOT NULL DEFAULT now(),
      created_at timestamptz NOT NULL DEFAULT now(),
      expires_at timestamptz NOT NULL,
      ended_at timestamptz
    );
    CREATE INDEX sessions_of_user ON sessions (user_id);

    CREATE TABLE one_time_tokens (
      -- SHA-256 of the token.
      hash bytea PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      purpose text NOT NULL CHECK (purpose IN ('verify_email', 'reset_password')),
      created_at timestamptz NOT NULL DEFAULT now(),
      expires_at timestamptz NOT NULL,
      used_at timestamptz
    );
    CREATE INDEX one_time_tokens_of_user ON one_time_tokens (user_id);
    CREATE INDEX one_time_tokens_by_expiry ON one_time_tokens (expires_at);

    CREATE TABLE visits (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      funnel text NOT NULL,
      -- Of the funnel that the visit was replayed on.
      version text NOT NULL,
      answers jsonb NOT NULL,
      input jsonb NOT NULL,
      outcome text NOT NULL,
      -- The outcome's first topic.
      topic text,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX visits_of_user ON visits (user_id, created_at DESC);

    CREATE TABLE access_grants (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      source text NOT NULL,
      source_id text NOT NULL,
      -- 9999-12-31T00:00:00Z is a lifetime.
      ends_at timestamptz NOT NULL,
      revoked_at timestamptz,
      created_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (source, source_id)
    );
    CREATE INDEX access_grants_of_user ON access_grants (user_id);

    -- Until when a user may listen: null for never. The only place where it is worked out. A table of one row, since
    -- PostgreSQL then makes it part of the query that asks; to call a function for a value takes much longer.
    CREATE FUNCTION access_of(uuid) RETURNS TABLE (access_to timestamptz) LANGUAGE sql STABLE AS
      'SELECT max(ends_at) FROM access_grants WHERE user_id = $1 AND revoked_at IS NULL';

    CREATE TABLE jobs (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      kind text NOT NULL,
      payload jsonb NOT NULL,
      run_at timestamptz NOT NULL DEFAULT now(),
      -- Until then a worker has it; after that it is taken for dead, and another one takes the job.
      leased_until timestamptz,
      attempts integer NOT NULL DEFAULT 0,
      last_error text,
      -- Given up after too many attempts: the dead letters.
      dead_at timestamptz,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX jobs_to_do ON jobs (run_at) WHERE dead_at IS NULL;
    CREATE INDEX jobs_of_recipient ON jobs ((coalesce(payload->>'userId', payload->>'email'))) WHERE kind = 'mail';

    -- Mails that were delivered to /dev/mail, where no SMTP server is configured.
    CREATE TABLE development_mails (
      id uuid PRIMARY KEY,
      mail jsonb NOT NULL,
      sent_at timestamptz NOT NULL DEFAULT now()
    );

    -- As rate-limiter-flexible expects it.
    CREATE TABLE rate_limits (
      key varchar(255) PRIMARY KEY,
      points integer NOT NULL DEFAULT 0,
      expire bigint
    );

    CREATE TABLE audit_log (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      at timestamptz NOT NULL DEFAULT now(),
      -- Not a reference: what happened outlives the account.
      user_id uuid,
      action text NOT NULL,
      ip text,
      request_id text,
      details jsonb NOT NULL DEFAULT '{}'
    );
    CREATE INDEX audit_log_of_user ON audit_log (user_id, at);
    CREATE INDEX audit_log_of_entries ON audit_log (user_id, at)
      WHERE action IN ('login', 'password_reset', 'signup');
    CREATE INDEX audit_log_by_time ON audit_log (at);
  `);
}
