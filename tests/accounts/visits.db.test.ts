import { palette } from '../../content/brand.ts';
import { expect, test } from 'vitest';
import { buildFunnels } from '../../engine/author/build.ts';
import { saveFunnelVersions } from '../../api/events/funnel-versions.ts';
import type { Answers, VisitInput } from '../../engine/model.ts';
import { toResult } from '../../engine/run/result.ts';
import type { User } from '../../schemas/api/values.ts';
import { me, myVisits, removeMyVisits } from '../../schemas/api/users.ts';
import { describePostgres } from '../harness/databases.ts';
import { quizOne } from '../engine/run/quiz-one.ts';
import { dateFunnel, dateTopics } from '../engine/steps/date-funnel.ts';
import { visit } from '../engine/run/visitor.ts';
import { outcomeOf, runAccounts } from './running-accounts.ts';

const funnels = new Map([[quizOne.id, quizOne]]);
const reportedVisit = { funnel: quizOne.id, version: '', answers: visit(quizOne).walkToEnd().answers, input: {} };

/** Of a year later than the visit: limits and conditions that count from today have moved on. */
const [dates] = buildFunnels({ colours: palette, files: dateFunnel, topics: dateTopics, today: '2027-11-22' }).funnels;
const answers = { birthday: '1989-12-31', lastNight: '2026-11-21' };
const withDates = { funnel: dates!.funnel.id, version: '', answers, input: { today: '2026-11-22' } };

describePostgres('the quizzes of an account', (open) => {
  test('are shown to the user who took them, and removed without those of others', async () => {
    const accounts = runAccounts(await open(), { funnels });
    const ada = await accounts.signUp({ visit: reportedVisit });
    const eva = await accounts.signUp({ email: 'eva@example.org', visit: reportedVisit });
    const visitsOf = async (defaultEmail: typeof ada) =>
      (await accounts.call<{ visits: object[] }>(myVisits, { as: defaultEmail })).visits;
    const stored = { funnel: quizOne.id, answers: reportedVisit.answers, input: {}, outcome: 'only' };
    expect(await visitsOf(ada)).toEqual([{ ...stored, createdAt: expect.stringMatching(/^\d{4}-.*Z$/) }]);

    await accounts.call(removeMyVisits, { as: ada });
    expect(await visitsOf(ada)).toEqual([]);
    expect(await visitsOf(eva)).toHaveLength(1);
    expect((await accounts.call<User>(me, { as: ada })).topic).toBeNull();
    await accounts.call(removeMyVisits, { as: ada });
    expect(await accounts.events()).toEqual(['signup', 'signup', 'visits_removed']);
    expect(await outcomeOf(accounts.call(removeMyVisits))).toBe('not_signed_in');
  });

  test('that were taken on a build which this server does not serve are read as that build has them', async () => {
    const database = await open();
    const accounts = runAccounts(database, { funnels: new Map() });
    const taken = { ...reportedVisit, version: quizOne.version };
    const eva = await accounts.signUp({ email: 'eva@example.org', visit: taken });
    await saveFunnelVersions(database, [quizOne]);
    const ada = await accounts.signUp({ visit: taken });
    const visitsOf = async (user: typeof ada) =>
      (await accounts.call<{ visits: object[] }>(myVisits, { as: user })).visits;
    expect(await visitsOf(eva)).toEqual([]);
    expect(await visitsOf(ada)).toMatchObject([{ funnel: quizOne.id, outcome: 'only' }]);
  });

  test('with dates are stored as they were answered, and show the same result on a later day', async () => {
    const accounts = runAccounts(await open(), { funnels: new Map([[dates!.funnel.id, dates!.funnel]]) });
    const ada = await accounts.signUp({ visit: withDates });
    type Stored = { readonly answers: Answers; readonly input: VisitInput; readonly outcome: string };
    const { visits } = await accounts.call<{ visits: Stored[] }>(myVisits, { as: ada });
    expect(visits).toMatchObject([{ answers, input: { today: '2026-11-22' }, outcome: 'rested' }]);
    const shown = (locale: 'en' | 'es') =>
      toResult({ funnel: dates!.funnel, words: dates!.words[locale]! }, visits[0]!.answers, visits[0]!.input);
    expect([shown('en')?.title, shown('es')?.title]).toEqual(['Rested', 'Descanso']);
  });

  test.each([
    ['out of its limits', { ...answers, lastNight: '2026-11-23' }],
    ['that there is not', { ...answers, birthday: '1989-02-29' }],
  ])('are not stored with a date %s', async (_what, wrong) => {
    const accounts = runAccounts(await open(), { funnels: new Map([[dates!.funnel.id, dates!.funnel]]) });
    const ada = await accounts.signUp({ visit: { ...withDates, answers: wrong } });
    expect((await accounts.call<{ visits: object[] }>(myVisits, { as: ada })).visits).toEqual([]);
  });
});
