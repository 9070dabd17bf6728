import { inMainUnit } from '../../engine/shop/money.ts';
import type { Knex } from 'knex';
import {
  describePurchase,
  serviceAddresses,
  sendToService,
  type ReportedPurchase,
  type ServiceAddresses,
  type TrackedService,
} from './services.ts';
import type { AnalyticsSettings } from '../platform/config/analytics.ts';
import type { Database } from '../platform/db/database.ts';
import type { Job, JobHandlers } from '../platform/jobs/queue.ts';
import type { Tracking } from '../../schemas/api/payments.ts';

interface ConversionDependencies {
  readonly database: Database;
  readonly settings: AnalyticsSettings;
  /** Where visitors find the site, such as `https://example.com`. */
  readonly publicUrl: string;
  /** Default: those of the services. */
  readonly addresses?: ServiceAddresses;
}

/**
 * The job that reports a purchase to analytics services: to each once, though it is tried again. A report has the
 * payment's id, so that a service counts once what the browser reported too. The names of the buyer's browser are erased
 * as they are used.
 */
export function createConversionJobs(parts: ConversionDependencies): JobHandlers {
  return {
    async [conversionJob]({ payload }: Job, signal: AbortSignal) {
      const row = await readPurchase(parts, payload['payment']);
      if (!row) return;
      const names = Object.keys(row.tracking) as TrackedService[];
      const results = await Promise.allSettled(names.map((name) => notifyService(parts, { ...row, name }, signal)));
      const failed = results.find((result) => result.status === 'rejected');
      if (failed) throw failed.reason;
    },
  };
}

interface TrackedPurchase {
  readonly purchase: ReportedPurchase;
  readonly tracking: Tracking;
}

async function notifyService(
  { database, settings, addresses = serviceAddresses }: ConversionDependencies,
  { name, tracking, purchase }: TrackedPurchase & { readonly name: TrackedService },
  signal: AbortSignal,
): Promise<void> {
  const request = describePurchase(name, tracking, { settings, addresses, purchase });
  if (request) await sendToService(name, request, signal);
  await database.query({ name: 'forget-tracking', text: eraseTrackingText, values: [purchase.id, name] });
}

const eraseTrackingText = `UPDATE payments SET tracking = nullif(tracking - $2::text, '{}'::jsonb) WHERE id = $1`;

interface PurchaseRow {
  readonly id: string;
  readonly plan: string;
  readonly amount: number;
  readonly currency: string;
  readonly paid_at: Date;
  readonly tracking: Tracking;
}

async function readPurchase(
  { database, publicUrl }: ConversionDependencies,
  id: unknown,
): Promise<TrackedPurchase | null> {
  const text = `SELECT id, plan, amount, currency, paid_at, tracking FROM payments WHERE id = $1 AND tracking IS NOT NULL`;
  const [row] = await database.query<PurchaseRow>({ name: 'read-conversion', text, values: [id] });
  if (!row) return null;
  const { plan, amount, currency, paid_at: paidAt, tracking } = row;
  const value = inMainUnit(amount, currency);
  return { purchase: { id: row.id, plan, value, currency, paidAt, page: `${publicUrl}/cabinet/payment` }, tracking };
}

/** A purchase to be reported to the buyer's analytics services; its payload is `{ payment: <id> }`. */
export const conversionJob = 'conversion';

/**
 * Queues the reports of a purchase that has just succeeded, in the transaction that says so. Nothing is to be done
 * where the buyer's browser gave no names for it.
 */
export async function enqueueConversion(trx: Knex, paymentId: string): Promise<void> {
  await trx.raw(enqueueText, [conversionJob, paymentId]);
}

const enqueueText = `
  INSERT INTO jobs (kind, payload)
  SELECT ?, jsonb_build_object('payment', id) FROM payments WHERE id = ? AND tracking IS NOT NULL`;

/**
 * Erases what analytics services know buyers' browsers by where a purchase was not made in two days, or a service
 * could not be reached.
 */
export async function removeOldTracking(database: Database): Promise<void> {
  const text = `UPDATE payments SET tracking = NULL WHERE tracking IS NOT NULL AND created_at < now() - interval '2 days'`;
  await database.query({ name: 'remove-old-tracking', text, values: [] });
}
