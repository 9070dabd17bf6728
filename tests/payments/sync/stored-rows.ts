import type { GrantRow, OwnRows, StoredPayment } from '../../../api/payments/rows.ts';
import { settle, type Settlement } from '../../../api/payments/sync/settle.ts';
import type { CustomerSnapshot } from '../../../api/payments/sync/snapshot.ts';

/** Our rows, kept in memory as the database keeps them. */
export interface StoredRows {
  readonly own: OwnRows;
  readonly grants: ReadonlyMap<string, GrantRow>;
}

export function storeRows(own: OwnRows): StoredRows {
  return { own, grants: new Map() };
}

/** Settles a reading and writes it down. */
export function settleInto(rows: StoredRows, snapshot: CustomerSnapshot): { rows: StoredRows; settlement: Settlement } {
  const settlement = settle(snapshot, rows.own);
  const payments = settlement.payments.map(({ id, before, row }): StoredPayment => {
    const { askedUntil = null } = before ?? {};
    return { ...row, id: id ?? `of ${row.invoiceId}`, askedUntil };
  });
  const subscriptions = new Map(rows.own.subscriptions.map((row) => [row.id, row]));
  for (const { row } of settlement.subscriptions) subscriptions.set(row.id, row);
  const grants = new Map(rows.grants);
  for (const grant of settlement.grants) grants.set(`${grant.source} ${grant.sourceId}`, grant);
  for (const id of settlement.withoutGrant) grants.delete(`subscription ${id}`);
  return { rows: { own: { ...rows.own, payments, subscriptions: [...subscriptions.values()] }, grants }, settlement };
}

/** The same whatever the order in which rows came to be. */
export function inOrder({ own, grants }: StoredRows) {
  return {
    payments: own.payments.toSorted(byId),
    subscriptions: own.subscriptions.toSorted(byId),
    grants: [...grants.values()].toSorted((a, b) => (a.sourceId < b.sourceId ? -1 : 1)),
  };
}

function byId(a: { readonly id: string }, b: { readonly id: string }): number {
  return a.id < b.id ? -1 : 1;
}
