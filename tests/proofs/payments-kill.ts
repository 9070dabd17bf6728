import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from './payments-database.ts';
import { killShop, seeThrough, type Fate, type KilledShop } from './payments-killed-shop.ts';
import { demandOneOfEach } from './payments-one-of-each.ts';
import { outcomeOf } from './payments-shopper.ts';
import { demand, quantile } from './report.ts';

/**
 * The API is killed (-9) while customers buy and pay; Stripe lives on. Within a minute of the restart each who has paid
 * has exactly what was paid for, though nobody's browser asks for it, and each who has not can still buy. Some have a plan
 * already, and change it in Stripe's portal or buy Lifetime with the rest of it taken off. Three shops on
 * PostgreSQL at the same time, then one on the embedded database; in every second round the recovery is killed, too.
 */
const rounds = Number(process.env['ROUNDS'] ?? 6);
const embeddedRounds = Math.ceil(rounds / 3);
const customersPerRound = 12;
const within = 60;
const began = performance.now();

const databases = [await openDatabase(), await openDatabase(), await openDatabase()];
const folder = mkdtempSync(path.join(tmpdir(), 'payments-kill-'));
const places = databases.map(({ url, query }, number) => {
  return { name: `shop ${number + 1}`, environment: { DATABASE_URL: url }, query, rounds, customersPerRound };
});
const embeddedPlace = { name: 'embedded', environment: { DATABASE_URL: '', DATA_DIR: folder }, query: null };
const embedded = { ...embeddedPlace, rounds: embeddedRounds, customersPerRound };
const shops = [...(await Promise.all(places.map(killShop))), await killShop(embedded)];

const fates = shops.flatMap((shop) => shop.fates);
const leavers = shops.flatMap((shop) => shop.leavers);
const kills = shops.reduce((sum, shop) => sum + shop.kills, 0);
console.log(
  `${kills} kills; ${fates.length + leavers.length} customers killed in a purchase, ${leavers.length} of them left`,
);
printMoments(fates);
const late = fates.filter(({ seconds }) => seconds === null || seconds > within);
demand(`of ${fates.length} who paid, without access after ${within} s`, late.length === 0, list(late));
await audit('those who left did not pay');
await demandLeaversCanBuy();
await audit('all have paid');
for (const { api, stripe } of shops) {
  await api.kill('SIGTERM');
  await stripe.close();
}
await Promise.all(databases.map((database) => database.close()));
console.log(`${((performance.now() - began) / 60_000).toFixed(1)} minutes`);

/** After a minute more, in which everything that waits has its turn. */
async function audit(sentence: string): Promise<void> {
  console.log(`${sentence}:`);
  await sleep(within * 1_000);
  for (const [number, { name, query }] of [...places, embedded].entries()) {
    const { stripe, ...shop } = shops[number]!;
    const shoppers = [...shop.fates.map(({ shopper }) => shopper), ...shop.leavers];
    await demandOneOfEach({ name, stripe, query, outcomes: [shop.first, ...shoppers.map(outcomeOf)] });
  }
}

async function demandLeaversCanBuy(): Promise<void> {
  const since = performance.now();
  const returned = await Promise.all(
    shops.map((shop) => Promise.all(shop.leavers.map((leaver) => buyLater(shop, leaver)))),
  );
  const vain = returned.flat().filter(({ seconds }) => seconds === null);
  demand(`of ${leavers.length} who had left, could not buy`, vain.length === 0, list(vain));
  console.log(`  all of them in ${((performance.now() - since) / 1_000).toFixed(1)} s`);
}

async function buyLater({ api, stripe }: KilledShop, leaver: KilledShop['leavers'][number]): Promise<Fate> {
  leaver.returns = true;
  const seconds = await seeThrough(leaver, { api, stripe, since: performance.now() });
  return { shopper: leaver, moment: 'left', seconds };
}

function printMoments(all: readonly Fate[]): void {
  for (const moment of [...new Set(all.map((fate) => fate.moment))].sort()) {
    const times = all.filter((fate) => fate.moment === moment).flatMap(({ seconds }) => seconds ?? []);
    console.log(`  ${moment}: ${times.length} customers, access after ${spread(times)}`);
  }
  console.log(`  all: access after ${spread(all.flatMap(({ seconds }) => seconds ?? []))}`);
}

function spread(times: readonly number[]): string {
  const [half, most, last] = [0.5, 0.9, 1].map((share) => quantile(times, share).toFixed(1));
  return `${half} s (p50), ${most} s (p90), ${last} s (last)`;
}

function list(some: readonly Fate[]): string {
  const lines = some.map(({ moment, seconds, shopper }) => {
    const { member, plan, problem } = shopper;
    return `${member.email} (${plan}, killed ${moment}): ${seconds?.toFixed(1) ?? 'never'} ${problem ?? ''}`;
  });
  return lines.join('; ') || '0';
}
