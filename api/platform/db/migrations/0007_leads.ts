import type { Knex } from 'knex';

/** The addresses that visitors leave in quizzes, apart from answers and events. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Every consent that visitors were ever shown.
    CREATE TABLE lead_consents (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      funnel text NOT NULL,
      step text NOT NULL,
      locale text NOT NULL,
      words text NOT NULL,
      published_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE UNIQUE INDEX lead_consents_once ON lead_consents (funnel, step, locale, md5(words));

    CREATE TABLE leads (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      -- Names the visit to those who have the server's secret: the database alone joins no lead with events.
      visit_key text NOT NULL,
      step text NOT NULL,
      -- Null: erased at the person's wish. The row stays until its time is over, so that no page brings the lead back.
      contact text,
      kind text NOT NULL,
      funnel text NOT NULL,
      version text NOT NULL,
      locale text NOT NULL,
      consent_id bigint NOT NULL REFERENCES lead_consents,
      -- utm_source; empty where none is known.
      source text NOT NULL,
      -- Hidden fields of the landing.
      query jsonb NOT NULL,
      -- Those that the author has go along.
      answers jsonb NOT NULL,
      -- By the visitor's clock, in milliseconds: which of several answers to the step is the last.
      answered_at bigint NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      changed_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (visit_key, step)
    );
    CREATE INDEX leads_of_contact ON leads (contact) WHERE contact IS NOT NULL;
    CREATE INDEX leads_by_change ON leads (changed_at, id);
    CREATE INDEX leads_by_age ON leads (created_at);
  `);
}
