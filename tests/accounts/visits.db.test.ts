import { expect, test } from 'vitest';
import type { User } from '../../schemas/api/values.ts';
import { me, myVisits, removeMyVisits } from '../../schemas/api/users.ts';
import { describeDatabases } from '../harness/databases.ts';
import { quizOne } from '../engine/run/quiz-one.ts';
import { visit } from '../engine/run/visitor.ts';
import { outcomeOf, runAccounts } from './running-accounts.ts';

const funnels = new Map([[quizOne.id, quizOne]]);
const told = { funnel: quizOne.id, version: '', answers: visit(quizOne).walkToEnd().answers, input: {} };

describeDatabases('the quizzes of an account', (open) => {
  test('are told to whoever took them, and removed without those of others', async () => {
    const accounts = runAccounts(await open(), { funnels });
    const ada = await accounts.signUp({ visit: told });
    const eva = await accounts.signUp({ email: 'eva@example.org', visit: told });
    const visitsOf = async (somebody: typeof ada) =>
      (await accounts.call<{ visits: object[] }>(myVisits, { as: somebody })).visits;
    const stored = { funnel: quizOne.id, answers: told.answers, input: {}, outcome: 'only' };
    expect(await visitsOf(ada)).toEqual([{ ...stored, createdAt: expect.stringMatching(/^\d{4}-.*Z$/) }]);

    await accounts.call(removeMyVisits, { as: ada });
    expect(await visitsOf(ada)).toEqual([]);
    expect(await visitsOf(eva)).toHaveLength(1);
    expect((await accounts.call<User>(me, { as: ada })).topic).toBeNull();
    await accounts.call(removeMyVisits, { as: ada });
    expect(await accounts.events()).toEqual(['signup', 'signup', 'visits_removed']);
    expect(await outcomeOf(accounts.call(removeMyVisits))).toBe('not_signed_in');
  });
});
