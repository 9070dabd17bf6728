import { randomUUID } from 'node:crypto';
import { endLoginsOf } from '../../api/accounts/logins.ts';
import { createPasswords } from '../../api/accounts/passwords.ts';
import { removeAccount } from '../../api/accounts/remove.ts';
import { cancelUndo } from '../../api/accounts/undo-email.ts';
import { readUser } from '../../api/accounts/users.ts';
import { enqueueEmail, type EmailRequest } from '../../api/emails/requests.ts';
import { isCredited, paidSince } from '../../api/payments/calls/bought.ts';
import { payBack, readAnew } from '../../api/payments/calls/refund.ts';
import { createClosePages } from '../../api/payments/calls/checkout-page.ts';
import { enqueueCustomerUpdate } from '../../api/payments/customers.ts';
import { enqueueClosing } from '../../api/payments/events/jobs.ts';
import { stripeReason, type StripeSource } from '../../api/payments/stripe.ts';
import { createSync } from '../../api/payments/sync/create-sync.ts';
import { audit } from '../../api/platform/audit.ts';
import { ApiError } from '../../api/platform/http/problem.ts';
import type { Database } from '../../api/platform/db/database.ts';
import type { Keys } from '../../api/platform/keys.ts';
import type { Log } from '../../api/platform/log.ts';
import { findTargets, type FoundMember } from './find.ts';
import type { MemberCommand } from './read-command.ts';
import { describeAccount, describeMember } from './show.ts';

/** What was done or found: lines to print, and whether it could be done. */
interface Done {
  readonly lines: readonly string[];
  readonly ok: boolean;
}

interface SupportDependencies {
  readonly database: Database;
  readonly stripe: StripeSource;
  /** Whether Stripe is asked with a live key. */
  readonly isLive: () => boolean;
  readonly keys: Keys;
  readonly log: Log;
}

type Task = Exclude<MemberCommand, { kind: 'help' }>;

const requestId = 'npm-run-members';
const refused = (line: string): Done => ({ lines: [line], ok: false });
const done = (...lines: readonly string[]): Done => ({ lines, ok: true });

/** Helps members by command. Each look and each act is in the audit log before anything is shown or done. */
export function createSupport(parts: SupportDependencies) {
  const { database } = parts;
  return {
    async run(command: Task): Promise<Done> {
      const targets = await findTargets(parts, command.target);
      const found = targets.length === 1 ? targets[0]! : null;
      const userId = found?.userId ?? null;
      const details = describeOrder(command, found);
      await audit(database.knex, { action: 'support', userId, ip: null, requestId, details });
      if (targets.length > 1)
        return refused(
          `Several accounts had it, name one by its id: ${targets.map(({ userId }) => userId).join(', ')}.`,
        );
      if (found === null) return refused('There is no such account or payment.');
      const { id, email } = await database.knex('users').where({ id: found.userId }).first<Account>('id', 'email');
      if (command.kind === 'find') return done(await describeAccount(database, id));
      if (command.kind === 'show') return done(...(await describeMember(database, id)));
      if (command.kind === 'refund') return refund(parts, found);
      if (email === null) return refused('The account is removed: it can only be shown, and its payments given back.');
      switch (command.kind) {
        case 'grant':
          return grant(database, id, command.days);
        case 'resend':
          return resend(database, { id, email }, command.mail);
        case 'log-out':
          await database.knex.transaction((trx) => endLoginsOf(trx, id));
          return done('All its log-ins have ended.');
        case 'cancel-undo':
          return cancel(database, id);
        case 'remove':
          return remove(parts, id);
      }
    },
  };
}

/** For the audit log: who does what, to which payment or with which email, and why. */
function describeOrder(command: Task, found: FoundMember | null) {
  const { kind, by, why } = command;
  return {
    command: kind,
    ...(kind === 'refund' && found?.paymentId && { payment: found.paymentId }),
    ...('days' in command && { days: command.days }),
    ...('mail' in command && { mail: command.mail.slice(0, 100) }),
    by,
    why,
  };
}

interface Account {
  readonly id: string;
  readonly email: string | null;
}

type Owner = Account & { readonly email: string };

async function grant(database: Database, userId: string, days: number): Promise<Done> {
  const endsAt = new Date(Date.now() + days * 86_400_000);
  const row = { user_id: userId, source: 'support', source_id: randomUUID(), ends_at: endsAt };
  await database.knex('access_grants').insert(row);
  return done(`Access until ${endsAt.toISOString()}, or longer where more is paid for.`);
}

/** As the guarantee does it, whether it covers the payment or not; but one of an earlier period ends nothing. */
async function refund(
  { database, stripe, isLive, log }: SupportDependencies,
  { userId, paymentId }: FoundMember,
): Promise<Done> {
  if (paymentId === null) return refused('Name the payment: by its id, as show says it, or by its invoice.');
  const sync = createSync({ database, stripe, enqueueEmail, isLive, wakeWorker: () => undefined, log });
  const services = { database, stripe, sync, log };
  const rows = await readAnew(services, userId);
  const row = rows.payments.find(({ id }) => id === paymentId);
  if (row?.status !== 'succeeded') return refused('This payment was not made, or was given back already.');
  if (row.disputed) return refused('The bank asks for this payment back: it is decided there.');
  if (row.paymentIntentId === null) return refused('Nothing was charged for this payment.');
  if (isCredited(row, rows))
    return refused('What was left of this plan came off the price of Lifetime: give Lifetime back first.');
  const since = paidSince(row, rows);
  const next = since.at(-1);
  if (next && next.plan !== row.plan)
    return refused(`What was left of it paid for another plan: give that payment back first, ${next.id}.`);
  const { refusal } = await payBack(services, { userId, requestId, row, rows, changes: [] });
  if (refusal !== null) return refused(`Stripe doesn't give this payment back: ${stripeReason(refusal)}`);
  const effect = since.length === 0 ? 'what it paid for has ended' : 'the plan goes on, since it was paid for again';
  return done(`The payment is given back, and ${effect}. The member gets an email.`);
}

async function resend({ knex }: Database, { id: user_id, email }: Owner, id: string): Promise<Done> {
  const mail = await knex('sent_emails').where({ id, user_id }).first<{ request: EmailRequest } | undefined>();
  if (!mail) return refused('This account was not sent an email of this id; show lists those that it was.');
  const { request } = mail;
  // Another account may have the address by now.
  await enqueueEmail(knex, request.template === 'reset_password' ? { ...request, email } : request);
  return done('It is sent again within a minute, unless it is out of date or its mailbox has had its share for a day.');
}

async function cancel(database: Database, userId: string): Promise<Done> {
  const services = { database, enqueueEmail, updateCustomer: enqueueCustomerUpdate, passwords: createPasswords() };
  try {
    return cancelled[await cancelUndo(services, userId)];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return refused('Another account has the address of the change that was undone: it stays undone.');
  }
}

const cancelled = {
  closed: done('No change of its email can be undone any more. One that was undone before stays so: see show.'),
  reverted: done(
    'The change of email that was undone counts again. All log-ins have ended, the password counts no longer, and a ' +
      'link for a new one is on its way to that address.',
  ),
  none: refused('No change of its email can be undone, and the last one was not undone.'),
} as const;

async function remove({ database, stripe, keys, log }: SupportDependencies, userId: string): Promise<Done> {
  const [user, account] = [
    await readUser(database.knex, userId),
    await database.knex('users').where({ id: userId }).first<{ auth_generation: number }>('auth_generation'),
  ];
  await createClosePages({ database, stripe, log })(userId);
  const services = { database, keys, enqueueEmail, closeCustomer: enqueueClosing };
  const authGeneration = account.auth_generation;
  const isRemoved = await removeAccount(services, { user, authGeneration, requestId });
  return isRemoved ? done('The account is removed.') : refused('The account was changed meanwhile: try again.');
}
