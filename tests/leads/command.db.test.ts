import { expect, onTestFinished, test, vi } from 'vitest';
import { describePostgres, urlOf } from '../harness/databases.ts';
import { run } from '../scripts/funnel/run.ts';
import { runLeads } from './lead-of-quiz.ts';

describePostgres('the command for leads', (open) => {
  async function openLeads() {
    const database = await open();
    vi.stubEnv('DATABASE_URL', urlOf(database));
    onTestFinished(() => void vi.unstubAllEnvs());
    return { database, ...(await runLeads(database)) };
  }

  test('prints nothing of an anonymous visitor that steers a terminal or is a formula to a spreadsheet', async () => {
    const { send } = await openLeads();
    await send({ query: { clinic: '\u001B]0;owned\u0007\u202E👩‍👧;=HYPERLINK("https://evil.example");' } });
    const clean = '\u{FFFD}]0;owned\u{FFFD}\u{FFFD}👩‍👧';
    const table = await run(['leads']);
    expect(table.out).toContain(`"${clean};'=HYPERLINK(""https://evil.example"");"`);
    expect((await run(['leads', '--separator', ';'])).out).toMatch(/^\uFEFF"changedAt";"kind";"contact";/);
    const [lead] = JSON.parse((await run(['leads', '--json'])).out) as [{ query: { clinic: string } }];
    expect(lead.query.clinic).toBe(`${clean};=HYPERLINK("https://evil.example");`);
  });
});
