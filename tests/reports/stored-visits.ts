import { randomUUID } from 'node:crypto';
import type { Database } from '../../api/platform/db/database.ts';
import type { TableStores } from '../harness/event-stores.ts';
import { nameOfCount, type CountName } from '../../api/events/counting/counts.ts';
import { saveFunnelVersions } from '../../api/events/funnel-versions.ts';
import type { CompiledFunnel } from '../../engine/model.ts';

interface Counted {
  readonly funnel: CompiledFunnel;
  readonly day?: string;
  readonly locale?: string;
  readonly source?: string;
  readonly variants?: Readonly<Record<string, string>>;
  /** By the parts of their names, as `shown welcome`. */
  readonly counts: Readonly<Record<string, number>>;
}

/** Publishes the funnel, and stores counts as counting does. */
export async function storeCounts(
  { database, tables }: TableStores,
  { funnel, counts, ...shared }: Counted,
): Promise<void> {
  await saveFunnelVersions(database, [funnel]);
  const { day = '2026-11-10', locale = 'en', source = '', variants = {} } = shared;
  const named = Object.entries(counts).map(([name, count]) => [
    nameOfCount(name.split(' ') as unknown as CountName),
    count,
  ]);
  await tables.knex('quiz_counts').insert({
    funnel: funnel.id,
    version: funnel.version,
    day,
    locale,
    utm_source: source,
    variants: JSON.stringify(variants),
    counts: JSON.stringify(Object.fromEntries(named)),
  });
}

interface Visit {
  readonly seed?: string;
  readonly first?: boolean;
  readonly startedAt?: string;
  readonly locale?: string;
  readonly source?: string;
  readonly variants?: Readonly<Record<string, string>>;
  readonly signedUp?: boolean;
  readonly bought?: boolean;
}

/** Stores a visit as counting does, which has met what it was assigned; resolves to its id. */
export async function storeVisit({ tables }: TableStores, funnel: CompiledFunnel, visit: Visit = {}): Promise<string> {
  const id = randomUUID();
  const variants = JSON.stringify(visit.variants ?? {});
  const then = '2026-11-10T12:00:00Z';
  await tables.knex('quiz_visits').insert({
    id,
    funnel: funnel.id,
    version: funnel.version,
    seed: visit.seed ?? id,
    first: visit.first ?? true,
    started_at: visit.startedAt ?? then,
    locale: visit.locale ?? 'en',
    utm_source: visit.source ?? '',
    variants,
    met: variants,
    last_step: '',
    signed_up_at: visit.signedUp ? then : null,
    paid_at: visit.bought ? then : null,
  });
  return id;
}

interface Payment {
  readonly amount: number;
  readonly visit?: string;
  readonly kind?: 'purchase' | 'renewal';
  readonly subscription?: string;
  readonly refunded?: number;
  readonly disputed?: boolean;
  readonly currency?: string;
  readonly paid?: boolean;
}

/** Stores payments as those of somebody whose account was removed. */
export async function storePayments(database: Database, payments: readonly Payment[]): Promise<void> {
  const then = '2026-11-20T12:00:00Z';
  const [user] = await database.knex('users').insert({ agreed_at: then, deleted_at: then }).returning(['id']);
  await database.knex('payments').insert(
    payments.map(({ paid = true, ...payment }) => ({
      user_id: (user as { id: string }).id,
      plan: 'basic',
      kind: payment.kind ?? 'purchase',
      status: paid ? 'succeeded' : 'expired',
      amount: payment.amount,
      refunded_amount: payment.refunded ?? 0,
      disputed: payment.disputed ?? false,
      currency: payment.currency ?? 'USD',
      subscription_id: payment.subscription ?? null,
      visit_id: payment.visit ?? null,
      paid_at: paid ? then : null,
    })),
  );
}
