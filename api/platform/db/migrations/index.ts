import type { Knex } from 'knex';
import * as accounts from './0001_accounts.ts';
import * as payments from './0002_payments.ts';
import * as content from './0003_content.ts';
import * as events from './0004_events.ts';
import * as consent from './0005_consent.ts';
import * as sources from './0006_sources.ts';
import * as leads from './0007_leads.ts';
import * as builds from './0020_builds.ts';
import * as emailChanges from './0021_email_changes.ts';
import * as sentEmails from './0022_sent_emails.ts';
import * as favourites from './0024_favourites.ts';
import * as paymentEmails from './0025_payment_emails.ts';
import * as speakers from './0026_speakers.ts';
import * as visitLogs from './0030_visit_logs.ts';
import * as nextAmounts from './0031_next_amounts.ts';
import * as givenTwice from './0032_given_twice.ts';
import * as eventsElsewhere from './0040_events_elsewhere.ts';
import * as visitsByStart from './0041_visits_by_start.ts';
import * as withoutVisitsByTime from './0042_without_visits_by_time.ts';
import * as leadChanges from './0043_lead_changes.ts';
import * as otherMode from './0044_other_mode.ts';
import * as visitsNotRecorded from './0045_visits_not_recorded.ts';

/**
 * One step forward. There are none back: a mistake is put right by the next step. A program of the version before runs on
 * the schema after it, so a step only adds; what nothing uses any more is dropped by a later one.
 */
export type Migration = (InTransaction | OutsideTransactions) & {
  /**
   * Of a step that drops or changes what earlier programs use: the name of the migration that came with the first
   * program which no longer uses it. Programs that don't know that migration refuse to start.
   */
  readonly needs?: string;
};

interface InTransaction {
  readonly up: (knex: Knex) => Promise<void>;
}

/** Such as `CREATE INDEX CONCURRENTLY IF NOT EXISTS`: each has to do no harm when it runs again. */
interface OutsideTransactions {
  readonly statements: readonly string[];
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
  '0020_builds': builds,
  '0021_email_changes': emailChanges,
  '0022_sent_emails': sentEmails,
  '0024_favourites': favourites,
  '0025_payment_emails': paymentEmails,
  '0026_speakers': speakers,
  '0030_visit_logs': visitLogs,
  '0031_next_amounts': nextAmounts,
  '0032_given_twice': givenTwice,
  '0040_events_elsewhere': eventsElsewhere,
  '0041_visits_by_start': visitsByStart,
  '0042_without_visits_by_time': withoutVisitsByTime,
  '0043_lead_changes': leadChanges,
  '0044_other_mode': otherMode,
  '0045_visits_not_recorded': visitsNotRecorded,
};
