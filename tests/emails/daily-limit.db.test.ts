import { expect, it } from 'vitest';
import { createOneTimeTokens } from '../../api/accounts/one-time-tokens.ts';
import type { Database } from '../../api/db/database.ts';
import { createMailHandler } from '../../api/emails/create-mail-handler.ts';
import { mailJob, type MailRequest } from '../../api/emails/mail.ts';
import { createRateLimits } from '../../api/http/rate-limits.ts';
import { describeDatabases } from '../database/databases.ts';
import { allMails } from './all-mails.ts';
import { addUser, company, keys, publicUrl } from './mailing.ts';

/** Does mail jobs without a worker; `sent` has the addresses that got one. */
function handleMails(database: Database) {
  const sent: string[] = [];
  const handle = createMailHandler({
    database,
    oneTimeTokens: createOneTimeTokens({ database, keys }),
    rateLimits: createRateLimits(database),
    transport: { send: async ({ to }) => void sent.push(to), close: () => undefined },
    company,
    from: 'Still Waters <no-reply@still.example>',
    publicUrl,
  });
  let made = 0;
  const send = (request: MailRequest, attempts = 1) =>
    handle(
      { id: `job ${(made += 1)}`, kind: mailJob, payload: { ...request }, attempts },
      new AbortController().signal,
    );
  return { sent, send };
}

describeDatabases('mails that others can cause', (open) => {
  it('are at most 20 a day to one address, and beyond that only those are sent that need its links or a payment', async () => {
    const database = await open();
    const user = await addUser(database);
    const { sent, send } = handleMails(database);
    for (let count = 0; count < 25; count += 1) await send({ template: 'reset_password', email: user.email });
    expect(sent).toHaveLength(20);
    sent.length = 0;
    for (const request of allMails(user, 'en')) await send(request);
    expect(sent).toHaveLength(6);
    const other = await addUser(database);
    await send({ template: 'reset_password', email: other.email });
    expect(sent.at(-1)).toBe(other.email);
  });

  it('count once, however often one is tried', async () => {
    const database = await open();
    const user = await addUser(database);
    const { sent, send } = handleMails(database);
    for (let attempts = 1; attempts <= 30; attempts += 1)
      await send({ template: 'verify_email', userId: user.id }, attempts);
    await send({ template: 'verify_email', userId: user.id });
    expect(sent).toHaveLength(31);
    expect(await database.knex('rate_limits').pluck('points')).toEqual([2]);
  });
});
