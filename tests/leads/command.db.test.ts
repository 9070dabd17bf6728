import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { describePostgres, urlOf } from '../harness/databases.ts';
import { run } from '../scripts/funnel/run.ts';
import { runLeads } from './lead-of-quiz.ts';

/** What comes after the cursor, and what to ask for the next time. */
async function readAfter(cursor: string) {
  const { out, err } = await run(['leads', '--json', '--after', cursor]);
  const contacts = (JSON.parse(out) as { contact: string }[]).map(({ contact }) => contact);
  return { contacts, next: /--after (\d+)/.exec(err)![1]! };
}

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

  test('goes on where an earlier call ended, with what came or changed since, and nothing twice', async () => {
    const { send } = await openLeads();
    expect((await run(['leads', '--json'])).err).toBe('Those that come from now on: --after 0\n');
    await send({ contact: 'ada@example.org', n: 1 });
    await send({ visit: randomUUID(), contact: 'bo@example.org' });
    const first = await readAfter('0');
    expect(first.contacts).toEqual(['ada@example.org', 'bo@example.org']);
    expect(await readAfter(first.next)).toEqual({ contacts: [], next: first.next });
    await send({ contact: 'ada@example.net', n: 2 });
    await send({ contact: 'ada@example.net', n: 3 });
    const second = await readAfter(first.next);
    expect(second.contacts).toEqual(['ada@example.net']);
    expect((await readAfter(second.next)).contacts).toEqual([]);
    expect((await run(['leads', '--after', 'yesterday'])).exitCode).toBe(2);
  });

  test('misses no lead that is committed after a call which already had a later one', async () => {
    const { database, send } = await openLeads();
    await send({ visit: randomUUID(), contact: 'first@example.org' });
    const slow = await database.knex.transaction();
    const [row] = await slow('leads').select().limit(1);
    await slow('leads').insert({ ...row, id: randomUUID(), visit_key: 'slow', contact: 'slow@example.org' });
    let isStored = false;
    const quick = send({ visit: randomUUID(), contact: 'quick@example.org' }).then(() => (isStored = true));
    const waiting = async () =>
      (await database.knex('pg_locks').where({ locktype: 'advisory', granted: false })).length;
    await vi.waitFor(async () => expect(isStored || (await waiting()) > 0).toBe(true), { timeout: 60_000 });
    const before = await readAfter('0');
    await slow.commit();
    await quick;
    const after = await readAfter(before.next);
    expect([...before.contacts, ...after.contacts].toSorted()).toEqual([
      'first@example.org',
      'quick@example.org',
      'slow@example.org',
    ]);
  });
});
