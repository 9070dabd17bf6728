import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CustomerSnapshot } from '../../../api/payments/sync/snapshot.ts';
import { inOrder, storeRows, settleInto } from './stored-rows.ts';
import { allSteps, live } from './lives.ts';
import { lifetimePayment, own, stored } from './snapshots.ts';

const lives = fc.array(fc.constantFrom(...allSteps), { maxLength: 12 }).map(live);
const nothingRead = storeRows(own({ payments: [stored(), lifetimePayment()] }));

/** The rows after these readings, and all emails that were caused. */
function readAll(readings: readonly CustomerSnapshot[]) {
  let rows = nothingRead;
  const emails = readings.flatMap((reading) => {
    const next = settleInto(rows, reading);
    rows = next.rows;
    return next.settlement.emails;
  });
  return { rows, emails };
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

test('whatever was read before, and in whatever order, the last reading decides how the rows are', () => {
  const seen = lives.chain((readings) => fc.tuple(fc.constant(readings.at(-1)!), fc.shuffledSubarray(readings)));
  fc.assert(
    fc.property(seen, ([last, before]) => {
      expect(inOrder(readAll([...before, last]).rows)).toEqual(inOrder(readAll([last]).rows));
    }),
    { numRuns: 400 },
  );
});

/** A reading while something happens: what is read later may be newer. */
function tear(readings: readonly CustomerSnapshot[], [page, ...others]: readonly [number, number, number, number]) {
  const at = (place: number) => readings[Math.min(place, readings.length - 1)]!;
  const [subscriptions, invoices, charges] = others.map((later) => at(page + later));
  return {
    checkouts: at(page).checkouts,
    subscriptions: subscriptions!.subscriptions,
    invoices: invoices!.invoices,
    charges: charges!.charges,
    balance: subscriptions!.balance,
  };
}

test('readings that were torn leave nothing behind', () => {
  const few = fc.nat({ max: 3 });
  const tears = fc.array(fc.tuple(fc.nat({ max: 12 }), few, few, few), { maxLength: 6 });
  fc.assert(
    fc.property(lives, tears, (readings, places) => {
      const last = readings.at(-1)!;
      const torn = places.map((place) => tear(readings, place));
      expect(inOrder(readAll([...torn, last]).rows)).toEqual(inOrder(readAll([last]).rows));
    }),
    { numRuns: 1000 },
  );
});

test('the same reading again changes nothing and sends nothing', () => {
  fc.assert(
    fc.property(lives, (readings) => {
      const { rows } = readAll(readings);
      const again = settleInto(rows, readings.at(-1)!);
      expect(inOrder(again.rows)).toEqual(inOrder(rows));
      expect(again.settlement.emails).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

test('however many of the readings are missed, each payment has one receipt, and refund notes add up', () => {
  const seen = lives.chain((readings) => fc.tuple(fc.constant(readings.at(-1)!), fc.subarray(readings)));
  fc.assert(
    fc.property(seen, ([last, before]) => {
      const { rows, emails } = readAll([...before, last]);
      const paid = rows.own.payments.filter(({ paidAt }) => paidAt !== null);
      expect(emails.filter(({ template }) => template === 'payment_receipt')).toHaveLength(paid.length);
      const notes = emails.flatMap((email) => (email.template === 'refund_done' ? [email.amount] : []));
      expect(sum(notes)).toBe(sum(paid.map(({ refundedAmount }) => refundedAmount)));
    }),
    { numRuns: 200 },
  );
});
