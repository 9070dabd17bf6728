import { expect, test } from 'vitest';
import { myData, removeMyVisits } from '../../schemas/api/users.ts';
import { remove } from '../../schemas/api/auth.ts';
import type { Database } from '../../api/platform/db/database.ts';
import { describePostgres } from '../harness/databases.ts';
import { quizOne } from '../engine/run/quiz-one.ts';
import { visit } from '../engine/run/visitor.ts';
import { password, runAccounts } from './running-accounts.ts';

const funnels = new Map([[quizOne.id, quizOne]]);
/** Of 2026-11-21. */
const id = '019aa8ca-4c00-7abc-8def-0123456789ab';
const finished = { funnel: quizOne.id, version: '', answers: visit(quizOne).walkToEnd().answers, input: {}, id };

const batchesIn = ({ knex }: Database) => knex('event_batches').select('visit', 'funnel', 'page', 'n', 'events');
const signUpBatch = { visit: id, funnel: quizOne.id, page: 0, n: 1, events: [[0, 'sign_up']] };

/** Adds a payment of this visit; how it came to be is for others to test. */
async function addPayment({ knex }: Database, userId: string): Promise<void> {
  const about = { plan: 'basic', kind: 'purchase', status: 'succeeded', amount: 1, currency: 'USD' };
  await knex('payments').insert({ ...about, user_id: userId, visit_id: id, paid_at: knex.fn.now() });
}

describePostgres('a sign-up with a quiz', (open) => {
  test('is reported with the visit under whose id the browser sent it, once, and leads to it while the user wants', async () => {
    const database = await open();
    const accounts = runAccounts(database, { funnels });
    const ada = await accounts.signUp({ visit: finished });
    expect(await batchesIn(database)).toEqual([signUpBatch]);
    const download = await accounts.call<{ visits: object[]; payments: object[] }>(myData, { as: ada });
    expect(download.visits).toMatchObject([{ funnel: quizOne.id, visitId: id }]);

    await addPayment(database, ada.user.id);
    await accounts.call(removeMyVisits, { as: ada });
    expect(await database.knex('payments').pluck('visit_id')).toEqual([null]);
    await accounts.signUp({ email: 'eva@example.org', visit: finished });
    expect(await batchesIn(database)).toEqual([signUpBatch]);
  });

  test('leaves nothing in the event but the hour, so that its time identifies no one', async () => {
    const database = await open();
    await runAccounts(database, { funnels }).signUp({ visit: finished });
    const [row] = await database.knex('event_batches').select<{ received_at: Date }[]>('received_at');
    expect(row!.received_at.getTime() % 3_600_000).toBe(0);
  });

  test('is not reported where there is no visit, or the funnel does not confirm it', async () => {
    const database = await open();
    const accounts = runAccounts(database, { funnels });
    await accounts.signUp();
    await accounts.signUp({ email: 'eva@example.org', visit: { ...finished, answers: { unheard: 'of' } } });
    const { id: _, ...unnamed } = finished;
    await accounts.signUp({ email: 'ida@example.org', visit: unnamed });
    expect(await batchesIn(database)).toEqual([]);
    expect(await database.knex('visits').pluck('visit_id')).toEqual([null]);
  });

  test('is not found by the visit once the account is removed', async () => {
    const database = await open();
    const accounts = runAccounts(database, { funnels });
    const ada = await accounts.signUp({ visit: finished });
    await addPayment(database, ada.user.id);
    await accounts.call(remove, { as: ada, body: { password } });
    expect(await database.knex('payments').pluck('visit_id')).toEqual([null]);
    expect(await database.knex('visits')).toEqual([]);
    expect(await batchesIn(database)).toEqual([signUpBatch]);
  });
});
