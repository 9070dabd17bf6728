import type { Knex } from 'knex';
import * as accounts from './0001_accounts.ts';
import * as payments from './0002_payments.ts';
import * as content from './0003_content.ts';
import * as events from './0004_events.ts';
import * as consent from './0005_consent.ts';
import * as sources from './0006_sources.ts';
import * as leads from './0007_leads.ts';

/** One step forward. There are none back: a mistake is put right by the next step. */
export interface Migration {
  readonly up: (knex: Knex) => Promise<void>;
}

/** All migrations by name, in the order in which they run. Once published, one is never changed. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001_accounts': accounts,
  '0002_payments': payments,
  '0003_content': content,
  '0004_events': events,
  '0005_consent': consent,
  '0006_sources': sources,
  '0007_leads': leads,
};
