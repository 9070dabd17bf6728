import { randomUUID } from 'node:crypto';
import { onTestFinished, vi } from 'vitest';
import { isKnownNetwork } from '../../api/accounts/login.ts';
import { createOneTimeTokens } from '../../api/accounts/one-time-tokens.ts';
import type { Database } from '../../api/platform/db/database.ts';
import { createEmailHandler } from '../../api/emails/send-email.ts';
import { emailJob } from '../../api/emails/requests.ts';
import type { EmailTransport } from '../../api/emails/smtp-transport.ts';
import { createRateLimits } from '../../api/platform/http/rate-limits.ts';
import { createWorker, type Worker } from '../../api/platform/jobs/worker.ts';
import { createKeys } from '../../api/platform/keys.ts';
import { createLog } from '../../api/platform/log.ts';
import { startMailServer, type MailServer, type MailServerOptions } from '../harness/mail-server.ts';

export const publicUrl = 'https://still.example';
export const company = {
  name: 'Still Waters Audio Ltd',
  number: '12345678',
  address: '20 Harbour Street, London, EC1A 1AA, United Kingdom',
  email: 'hello@stillwaters.example',
};
export const keys = createKeys('a secret of at least thirty-two characters');

export interface Recipient {
  readonly id: string;
  readonly email: string;
  readonly unsubscribe_id: string;
}

/** Writes an account down, and a change of its email; `fields` are columns of `users`. */
export async function addUser(database: Database, fields: Readonly<Record<string, unknown>> = {}): Promise<Recipient> {
  const row = {
    email: `${randomUUID()}@example.org`,
    first_name: 'Lucía',
    password_hash: 'not one',
    agreed_at: new Date(),
    ...fields,
  };
  const [user] = await database.knex('users').insert(row).returning<Recipient[]>(['id', 'email', 'unsubscribe_id']);
  const { id, email } = user!;
  await database.knex('email_changes').insert({
    id,
    user_id: id,
    login_id: id,
    auth_generation: 0,
    new_email: newAddressOf(email),
    old_email: email,
    undo_until: new Date('9000-01-01'),
  });
  return user!;
}

/** The address that a user whom `addUser` has written down has asked for. */
export const newAddressOf = (email: string): string => `new-${email}`;

/** A worker that sends emails by this transport, stopped after the test. */
export function startMailing(database: Database, transport: EmailTransport): Worker {
  const oneTimeTokens = createOneTimeTokens({ database, keys });
  const from = 'Still Waters <no-reply@still.example>';
  const rateLimits = createRateLimits(database);
  const send = createEmailHandler({
    database,
    oneTimeTokens,
    isKnownNetwork: (caller) => isKnownNetwork(database, caller),
    rateLimits,
    transport,
    company,
    from,
    publicUrl,
  });
  const worker = createWorker({
    database,
    handlers: { [emailJob]: send },
    log: createLog('silent'),
    pollMilliseconds: 20,
  });
  worker.start();
  onTestFinished(async () => {
    await worker.stop();
    transport.close();
  });
  return worker;
}

/** A mail server that is closed after the test. */
export async function receiveEmails(options?: MailServerOptions): Promise<MailServer> {
  const server = await startMailServer(options);
  onTestFinished(server.close);
  return server;
}

/** Resolves when this holds, looking again and again. */
export const until = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 60_000, interval: 20 });
