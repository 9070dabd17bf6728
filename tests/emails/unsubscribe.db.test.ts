import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { unsubscribe } from '../../schemas/api/emails.ts';
import { createEmailEndpoints } from '../../api/emails/unsubscribe.ts';
import { up as addConsent } from '../../api/platform/db/migrations/0005_consent.ts';
import type { Database } from '../../api/platform/db/database.ts';
import { createRateLimits } from '../../api/platform/http/rate-limits.ts';
import { makeCall } from '../harness/api-calls.ts';
import { describePostgres } from '../harness/databases.ts';
import { addUser } from './mailing.ts';

/** Makes the call with this id. */
function stop(database: Database, id: string): Promise<unknown> {
  const endpoints = createEmailEndpoints({ database, rateLimits: createRateLimits(database) });
  return makeCall(endpoints, unsubscribe, { params: { id } });
}

const unsubscribedAt = async (database: Database, id: string) => {
  const user = await database.knex('users').where({ id }).first<{ unsubscribed_at: Date | null }>('unsubscribed_at');
  return user.unsubscribed_at;
};

describePostgres('emails/unsubscribe/{id}/', (open) => {
  it('stops the emails of this account, and of no other, once', async () => {
    const database = await open();
    const user = await addUser(database);
    const other = await addUser(database);
    await stop(database, user.unsubscribe_id);
    const since = await unsubscribedAt(database, user.id);
    expect(since).not.toBeNull();
    await stop(database, user.unsubscribe_id);
    expect(await unsubscribedAt(database, user.id)).toEqual(since);
    expect(await unsubscribedAt(database, other.id)).toBeNull();
    const events = await database.knex('audit_log').select('action', 'user_id');
    expect(events).toEqual([{ action: 'unsubscribed', user_id: user.id }]);
  });

  it('ends the consent to tips and offers', async () => {
    const database = await open();
    const user = await addUser(database, { subscribed_at: new Date() });
    await stop(database, user.unsubscribe_id);
    expect(await database.knex('users').pluck('subscribed_at')).toEqual([null]);
  });

  it('accounts from before consent was asked for have given none, unless they have subscribed again', async () => {
    const database = await open();
    const silent = await addUser(database);
    const returned = await addUser(database);
    const gone = await addUser(database);
    for (const { id, unsubscribe_id } of [returned, gone]) {
      await stop(database, unsubscribe_id);
      if (id === returned.id) await database.knex('users').where({ id }).update({ unsubscribed_at: null });
    }
    await database.knex.schema.alterTable('users', (table) => table.dropColumn('subscribed_at'));
    await addConsent(database.knex);
    const subscribed = await database.knex('users').whereNotNull('subscribed_at').pluck('id');
    expect(subscribed).toEqual([returned.id]);
    expect(subscribed).not.toContain(silent.id);
  });

  it('gives the same answer whether there is such an account or not', async () => {
    const database = await open();
    const user = await addUser(database);
    const ids = [user.unsubscribe_id, user.id, randomUUID(), 'not an id', "'; DROP TABLE users", '\u0000'];
    const answers = await Promise.all(ids.map((id) => stop(database, id)));
    expect(answers).toEqual(ids.map(() => undefined));
    expect(await database.knex('audit_log').count('* as events')).toEqual([{ events: 1 }]);
  });

  it('is not limited for mail programs, which make it for all of their users', async () => {
    const database = await open();
    const user = await addUser(database);
    for (let count = 0; count < 130; count += 1) await stop(database, user.unsubscribe_id);
    expect(await database.knex('rate_limits')).toEqual([]);
  });

  it('can not be used to try one id after the other', async () => {
    const database = await open();
    const tries = Array.from({ length: 121 }, () => stop(database, randomUUID()).catch((error: unknown) => error));
    const refused = (await Promise.all(tries)).filter((answer) => answer !== undefined);
    expect(refused).toMatchObject([{ code: 'too_many_requests' }]);
  });
});
