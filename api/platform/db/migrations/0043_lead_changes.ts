import type { Knex } from 'knex';

/** Numbers the changes of leads in the order in which they are committed, so that exports can go on from one of them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE SEQUENCE lead_changes;
    ALTER TABLE leads
      ADD COLUMN change bigint,
      -- The number of the last answer that came from each page of the visit.
      ADD COLUMN pages jsonb NOT NULL DEFAULT '{}';
    UPDATE leads SET change = numbered.change
      FROM (SELECT id, row_number() OVER (ORDER BY changed_at, id) AS change FROM leads) AS numbered
      WHERE leads.id = numbered.id;
    SELECT setval('lead_changes', (SELECT count(*) + 1 FROM leads));
    ALTER TABLE leads ALTER COLUMN change SET NOT NULL;
    CREATE INDEX leads_in_order ON leads (change);

    -- Triggers, so that programs of the version before take part. The lock comes before any row is locked, and lasts
    -- until the commit: what gets a later number is committed later.
    CREATE FUNCTION lock_lead_changes() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_advisory_xact_lock(hashtext('lead-changes')); RETURN NULL; END $$;
    CREATE TRIGGER leads_locked BEFORE INSERT OR UPDATE OF contact ON leads
      FOR EACH STATEMENT EXECUTE FUNCTION lock_lead_changes();
    CREATE FUNCTION number_lead_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN NEW.change := nextval('lead_changes'); RETURN NEW; END $$;
    CREATE TRIGGER leads_numbered BEFORE INSERT OR UPDATE OF contact ON leads
      FOR EACH ROW EXECUTE FUNCTION number_lead_change();
  `);
}
