import type { Database } from '../platform/db/database.ts';
import type { Answers } from '../../engine/model.ts';

/** A lead as it is exported, and posted to the webhook. */
export interface StoredLead {
  readonly id: string;
  /** `email`: the contact is an address. */
  readonly kind: string;
  readonly contact: string;
  readonly funnel: string;
  readonly version: string;
  readonly step: string;
  readonly locale: string;
  /** `utm_source`; empty where none is known. */
  readonly source: string;
  /** Hidden fields of the landing. */
  readonly query: Readonly<Record<string, string>>;
  /** By field. */
  readonly answers: Answers;
  /** The words that the visitor agreed to, and since when they are published. */
  readonly consent: string;
  readonly consentSince: string;
  /** ISO 8601: when it came first, and when it was stored as it is. */
  readonly createdAt: string;
  readonly changedAt: string;
  /** For `LeadQuery.after`. */
  readonly cursor: string;
}

export interface LeadQuery {
  /** Those that were stored, or changed, at this moment or later. */
  readonly since: Date | null;
  /** Those that were stored, or changed, after the lead with this cursor: none is missed, whenever it is committed. */
  readonly after?: string | null;
  readonly funnel: string | null;
}

const leadsText = `
  SELECT leads.id, kind, contact, leads.funnel, version, leads.step, leads.locale, source, query, answers,
    words AS consent, published_at AS "consentSince", created_at AS "createdAt", changed_at AS "changedAt",
    change::text AS cursor
  FROM leads JOIN lead_consents ON lead_consents.id = consent_id
  WHERE contact IS NOT NULL`;

type LeadRow = Omit<StoredLead, 'consentSince' | 'createdAt' | 'changedAt'> &
  Readonly<Record<'consentSince' | 'createdAt' | 'changedAt', Date>>;

/** In the order in which they came, or changed: that of their cursors. */
export async function readLeads(database: Database, query: LeadQuery): Promise<readonly StoredLead[]> {
  const { since, after = null, funnel } = query;
  const text = `${leadsText} AND ($1::timestamptz IS NULL OR changed_at >= $1) AND ($2::text IS NULL OR leads.funnel = $2)
    AND ($3::bigint IS NULL OR change > $3) ORDER BY change`;
  const rows = await database.query<LeadRow>({ name: 'read-leads', text, values: [since, funnel, after] });
  return rows.map(toLead);
}

/** Nothing where it was erased. */
export async function findLead(database: Database, id: string): Promise<StoredLead | undefined> {
  const [row] = await database.query<LeadRow>({
    name: 'find-lead',
    text: `${leadsText} AND leads.id = $1`,
    values: [id],
  });
  return row && toLead(row);
}

function toLead({ consentSince, createdAt, changedAt, ...lead }: LeadRow): StoredLead {
  return {
    ...lead,
    consentSince: consentSince.toISOString(),
    createdAt: createdAt.toISOString(),
    changedAt: changedAt.toISOString(),
  };
}
