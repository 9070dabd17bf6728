import { palette } from '../../content/brand.ts';
import { expect, test } from 'vitest';
import { changeRole, listByRole } from '../../api/accounts/users.ts';
import type { Database } from '../../api/platform/db/database.ts';
import { saveFunnelVersions } from '../../api/events/funnel-versions.ts';
import { createReportEndpoints } from '../../api/reports/calls.ts';
import { listReports, readReport } from '../../schemas/api/reports.ts';
import { drawLook } from '../../engine/author/look/draw-look.ts';
import { me, myData } from '../../schemas/api/users.ts';
import type { User } from '../../schemas/api/values.ts';
import { runTeamCommand } from '../../scripts/team-command.ts';
import { outcomeOf, runAccounts, defaultEmail } from '../accounts/running-accounts.ts';
import { makeCall, signedIn } from '../harness/api-calls.ts';
import { describePostgres } from '../harness/databases.ts';
import { storesIn } from '../harness/event-stores.ts';
import { quizOne as funnel } from '../engine/run/quiz-one.ts';

const named = (locale: string, name: string) => ({
  locale,
  look: drawLook(palette),
  name,
  description: '',
  steps: {},
  outcomes: {},
  dimensions: {},
  topics: {},
});
const words = { en: named('en', 'Quiz one'), es: named('es', 'El primero') };

/** The calls about reports, made as somebody. */
function runReports(database: Database) {
  const published = { funnels: new Map([[funnel.id, funnel]]), funnelWords: new Map([[funnel.id, words]]) };
  const endpoints = createReportEndpoints({ ...storesIn(database), ...published });
  return <Reply>(id: string, user: Pick<User, 'role'>, options: object = {}) =>
    makeCall<Reply>(endpoints, { id }, { user: signedIn(user as User), ...options });
}

const countVisits = (database: Database, visits: number) =>
  database.knex('quiz_counts').insert({
    funnel: funnel.id,
    version: funnel.version,
    day: '2026-11-20',
    locale: 'en',
    utm_source: 'ad',
    variants: '{}',
    counts: JSON.stringify({ visits, visitors: visits, 'shown\twelcome': visits, 'left\twelcome': visits }),
  });

describePostgres('reports', (open) => {
  test('are for analysts, who need to have paid for nothing', async () => {
    const call = runReports(await open());
    for (const id of [listReports.id, readReport.id]) {
      const params = { funnel: funnel.id };
      expect(await outcomeOf(call(id, { role: 'member' }, { params }))).toBe('analysts_only');
      expect(await outcomeOf(call(id, { role: 'analyst' }, { params }))).toBe('done');
    }
  });

  test('list the quizzes with their visits, and show one in the language of the caller', async () => {
    const database = await open();
    const call = runReports(database);
    const list = async (locale = 'en') =>
      (await call<{ funnels: unknown[] }>(listReports.id, analyst, { locale })).funnels;
    const { id, path } = funnel;
    expect(await list()).toEqual([{ id, path, name: 'Quiz one', visits: 0 }]);
    await countVisits(database, 1234);
    expect(await list('es')).toEqual([{ id, path, name: 'El primero', visits: 1234 }]);
    const show = (query: object) =>
      call<{ body: string }>(readReport.id, analyst, { params: { funnel: id }, query, locale: 'es' });
    expect((await show({ by: 'utm_source' })).body).toMatch(/1\.234 visitas[^]*Por procedencia[^]*>\s*ad\s*</);
    expect((await show({ from: '2026-11-21' })).body).toContain('No hay visitas en este periodo');
  });

  test('list what was reported until now, as the report beside the list shows it', async () => {
    const database = await open();
    await saveFunnelVersions(database, [funnel]);
    const start = { version: funnel.version, locale: 'en', seed: 'a' };
    const visit = '0192f0c1-2a3b-7c4d-8e5f-0123456789ab';
    const events = [[0, 'open', start]] as const;
    await storesIn(database).events.storeBatches([{ funnel: funnel.id, visit, page: Date.now(), n: 0, events }]);
    expect(await runReports(database)(listReports.id, analyst)).toMatchObject({ funnels: [{ visits: 1 }] });
  });

  test('are of quizzes that there are, and of days in their order', async () => {
    const call = runReports(await open());
    const read = (id: string, query = {}) => outcomeOf(call(readReport.id, analyst, { params: { funnel: id }, query }));
    expect(await read('no-such-quiz')).toBe('not_found');
    expect(await read(funnel.id, { from: '2026-11-02', to: '2026-11-01' })).toBe('invalid_fields');
    for (const from of ['2026-02-30', '0000-12-31']) expect(await read(funnel.id, { from })).toBe('invalid_fields');
    expect(await read(funnel.id, { from: '0001-01-01', to: '9999-12-31' })).toBe('done');
  });
});

const analyst = { role: 'analyst' } as const;

describePostgres('the role of an analyst', (open) => {
  test('is given and taken by address, counts from the next call on, and stands in the audit log', async () => {
    const database = await open();
    const accounts = runAccounts(database);
    const ada = await accounts.signUp();
    const roleOf = async () => (await accounts.call<User>(me, { as: ada })).role;
    expect(await roleOf()).toBe('member');
    expect(await changeRole(database, { email: ' Ada@Example.org', role: 'analyst', requestId: 'r1' })).toBe('changed');
    expect(await changeRole(database, { email: defaultEmail, role: 'analyst', requestId: 'r2' })).toBe('unchanged');
    expect([await roleOf(), await listByRole(database, 'analyst')]).toEqual(['analyst', [defaultEmail]]);
    const { account } = await accounts.call<{ account: object }>(myData, { as: ada });
    expect(account).toMatchObject({ role: 'analyst' });
    expect(await changeRole(database, { email: defaultEmail, role: 'member', requestId: 'r3' })).toBe('changed');
    expect([await roleOf(), await listByRole(database, 'analyst')]).toEqual(['member', []]);
    expect((await accounts.events()).filter((action) => action.startsWith('role'))).toEqual([
      'role_given',
      'role_taken',
    ]);
  });

  test('is given to accounts that there are: the command says so', async () => {
    const database = await open();
    const nobody = await runTeamCommand(database, { kind: 'add', email: 'nobody@example.org' });
    expect(nobody).toMatchObject({
      ok: false,
      lines: [expect.stringContaining('no account with the address nobody@')],
    });
    expect(await runTeamCommand(database, { kind: 'list' })).toMatchObject({ ok: true });
    await runAccounts(database).signUp();
    expect((await runTeamCommand(database, { kind: 'add', email: defaultEmail })).ok).toBe(true);
    expect(await runTeamCommand(database, { kind: 'list' })).toEqual({ ok: true, lines: [defaultEmail] });
  });
});
