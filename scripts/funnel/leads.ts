import { eraseLeads } from '../../api/leads/leads.ts';
import { readLeads, type StoredLead } from '../../api/leads/read-leads.ts';
import type { Database } from '../../api/platform/db/database.ts';
import { readCopy } from '../../api/platform/db/replica.ts';
import { fromDatabase } from './from-database.ts';
import { type Separator, writeTable } from '../csv.ts';
import { formatJson } from '../print.ts';
import type { ExitCode, Io } from './write-files.ts';

interface LeadOptions {
  /** A day, or a moment with its zone. */
  readonly since?: Date;
  /** What an earlier call printed. */
  readonly after?: string;
  readonly funnel?: string;
  readonly json?: true;
  readonly separator?: Separator;
  /** An address or a number. */
  readonly erase?: string;
}

/** Prints the leads that visitors have left, or erases those of one person. */
export async function printLeads({ erase, ...options }: LeadOptions, io: Io): Promise<ExitCode> {
  if (erase !== undefined) return eraseOne(tidyContact(erase), io);
  const { since = null, after = null, funnel = null } = options;
  const read = (known: Database) => readLeads(known, { since, after, funnel });
  const found = await fromDatabase((databases) => readCopy(databases, read));
  io.out(options.json ? formatJson(found) : writeCsv(found, options.separator));
  io.err(`Those that come from now on: --after ${found.at(-1)?.cursor ?? after ?? '0'}\n`);
  return 0;
}

async function eraseOne(contact: string, io: Io): Promise<ExitCode> {
  const count = await fromDatabase(({ database }) => eraseLeads(database, contact));
  io.out(count ? `Erased: ${count === 1 ? 'one lead' : `${count} leads`}.\n` : 'There is no lead with that.\n');
  return 0;
}

/** As it is stored, however a person writes it. */
function tidyContact(written: string): string {
  const contact = written.trim().normalize('NFC').toLowerCase();
  return /^\+[\d\s().-]+$/.test(contact) ? `+${contact.replaceAll(/\D/g, '')}` : contact;
}

/** Behind what every lead has come the hidden fields and the answers that any of them has. */
function writeCsv(found: readonly StoredLead[], separator?: Separator): string {
  const [parameters, answers] = [namesIn(found, 'query'), namesIn(found, 'answers')];
  const titles = [...columns, ...parameters.map((name) => `query.${name}`), ...answers.map((name) => `answer.${name}`)];
  const lines = found.map((lead) => [
    ...columns.map((name) => lead[name]),
    ...parameters.map((name) => lead.query[name] ?? ''),
    ...answers.map((name) => [lead.answers[name] ?? ''].flat().join(', ')),
  ]);
  return writeTable([titles, ...lines], { separator });
}

const columns = [
  'changedAt',
  'kind',
  'contact',
  'funnel',
  'step',
  'locale',
  'source',
  'consent',
  'consentSince',
  'createdAt',
  'version',
  'id',
] as const;

function namesIn(found: readonly StoredLead[], part: 'query' | 'answers'): readonly string[] {
  return [...new Set(found.flatMap((lead) => Object.keys(lead[part])))].toSorted();
}
