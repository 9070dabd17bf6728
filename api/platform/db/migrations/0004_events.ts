import type { Knex } from 'knex';

/** What visitors do in quizzes, what is counted of it, and who of the team may look at it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Every version of a funnel that was ever published: what ran on it can be replayed.
    CREATE TABLE funnel_versions (
      funnel text NOT NULL,
      version text NOT NULL,
      -- CompiledFunnel.
      flow json NOT NULL,
      published_at timestamptz NOT NULL DEFAULT now(),
      -- The last start of a server with it.
      served_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (funnel, version)
    );

    -- What browsers told, batch by batch, as it came. Nothing personal stands here (docs/reference/events.md).
    CREATE TABLE event_batches (
      -- Of the time in the visit's id, so that a batch which comes again lands where it landed before; 0001-01-01
      -- where that time can't be.
      day date NOT NULL,
      visit uuid NOT NULL,
      -- When the page was opened, by the visitor's clock; 0: told by the server (sign-up, payment).
      page bigint NOT NULL,
      n integer NOT NULL,
      funnel text NOT NULL,
      events json NOT NULL,
      received_at timestamptz NOT NULL DEFAULT now(),
      -- Counted in quiz_counts and quiz_visits.
      counted_at timestamptz,
      PRIMARY KEY (day, visit, page, n)
    ) PARTITION BY RANGE (day);
    CREATE TABLE event_batches_other PARTITION OF event_batches DEFAULT;
    CREATE INDEX event_batches_waiting ON event_batches (received_at) WHERE counted_at IS NULL;

    -- A visit as far as its batches have been counted.
    CREATE TABLE quiz_visits (
      id uuid PRIMARY KEY,
      funnel text NOT NULL,
      version text NOT NULL,
      seed text NOT NULL,
      -- The browser's first visit of this funnel: a visitor.
      first boolean NOT NULL,
      started_at timestamptz NOT NULL,
      locale text NOT NULL,
      -- Empty where none is known.
      utm_source text NOT NULL,
      -- Variant by experiment, as assigned; and of those experiments that the visit has met.
      variants jsonb NOT NULL,
      met jsonb NOT NULL,
      last_step text NOT NULL,
      -- Null: not finished.
      outcome text,
      signed_up_at timestamptz,
      paid_at timestamptz
    );
    CREATE INDEX quiz_visits_of_visitor ON quiz_visits (funnel, seed, started_at);
    CREATE INDEX quiz_visits_by_time ON quiz_visits (funnel, started_at DESC);
    CREATE INDEX quiz_visits_converted ON quiz_visits (funnel, started_at)
      WHERE signed_up_at IS NOT NULL OR paid_at IS NOT NULL;

    -- Sums over visits that have these things in common. Days are those on which visits started, in UTC.
    CREATE TABLE quiz_counts (
      funnel text NOT NULL,
      version text NOT NULL,
      day date NOT NULL,
      locale text NOT NULL,
      utm_source text NOT NULL,
      -- Variant by experiment as JSON with sorted keys: {"proof":"plain"}.
      variants text NOT NULL,
      -- Number by name (api/events/counting/counts.ts).
      counts jsonb NOT NULL,
      PRIMARY KEY (funnel, day, version, locale, utm_source, variants)
    );

    -- Which visit somebody signed up with, and paid after.
    ALTER TABLE visits ADD visit_id uuid;
    ALTER TABLE payments ADD visit_id uuid;
    CREATE INDEX payments_of_visit ON payments (visit_id) WHERE visit_id IS NOT NULL;

    -- Names that analytics services know the buyer's browser by, until they have been told of the purchase.
    ALTER TABLE payments ADD tracking jsonb;

    ALTER TABLE users ADD role text NOT NULL DEFAULT 'member' CHECK (role IN ('member', 'analyst'));
  `);
}
