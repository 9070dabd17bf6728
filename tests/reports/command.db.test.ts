import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import express, { type Router } from 'express';
import { expect, onTestFinished, test, vi } from 'vitest';
import { lockFolder } from '../../api/db/embedded/lock-folder.ts';
import { createDevelopmentReports } from '../../api/reports/development-routes.ts';
import type { Report } from '../../api/reports/report.ts';
import { loadOne } from '../../scripts/funnel/load-one.ts';
import { describePostgres, urlOf } from '../database/databases.ts';
import { makeTemporaryFolder } from '../database/temporary-folder.ts';
import { keepCounts } from './stored-visits.ts';
import { run } from '../scripts/funnel/run.ts';

const { funnel } = loadOne('sleep-issues', 'funnels');
const counts = { visits: 8, visitors: 8, 'shown welcome': 8, 'left welcome': 8 };

describePostgres('the command for reports', (open) => {
  test('reads the database that the environment names', async () => {
    const database = await open();
    configure({ DATABASE_URL: urlOf(database) });
    const never = await run(['report', 'sleep-issues']);
    expect(never).toMatchObject({ exitCode: 1, out: '' });
    expect(never.err).toContain('nobody has visited it yet');
    await keepCounts(database, { funnel, counts, source: 'meta' });
    expect((await run(['report', 'sleep-issues'])).out).toMatch(/^welcome +8 +100\.0 % +8 +100\.0 %/m);
    const json = await run(['report', 'sleep-issues', '--json', '--by', 'utm_source', '--to', '2026-11-30']);
    expect(JSON.parse(json.out)).toMatchObject({ to: '2026-11-30', all: { visits: 8 }, groups: [{ name: 'meta' }] });
    const file = join(makeTemporaryFolder(), 'report.html');
    const page = await run(['report', 'sleep-issues', '--html', file, '--locale', 'es']);
    expect(page.out).toBe(`The report on sleep-issues is in ${file}.\n`);
    expect(readFileSync(file, 'utf8')).toMatch(/<html lang="es">[^]*<svg/);
    expect((await run(['report', 'sleep-isues'])).err).toContain('Did you mean "sleep-issues"?');
  });

  test('says what is wrong where the database can not be reached', async () => {
    configure({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
    expect(await run(['report', 'sleep-issues'])).toMatchObject({ exitCode: 1, out: '' });
  });

  test('asks the server of this machine that has the embedded database', async () => {
    const database = await open();
    await keepCounts(database, { funnel, counts });
    const port = await serveWhileLocked(createDevelopmentReports({ database }));
    const { out } = await run(['report', 'sleep-issues', '--json', '--from', '2026-11-01']);
    expect(JSON.parse(out) as Report).toMatchObject({ from: '2026-11-01', all: { visits: 8 } });
    expect((await run(['report', 'sleep-isues'])).err).toContain('Did you mean "sleep-issues"?');
    const address = `http://127.0.0.1:${port}/dev/reports/sleep-issues`;
    expect((await fetch(`${address}?from=2026-02-30`)).status).toBe(400);
    expect((await fetch(address, { headers: { 'x-forwarded-for': '192.0.2.1' } })).status).toBe(404);
    configure({ PORT: '1' });
    expect((await run(['report', 'sleep-issues'])).err).toMatch(
      /^The database is in use by process \d+, which is no server at http:\/\/127\.0\.0\.1:1\./,
    );
  });
});

/** Keeps other processes out of a folder, as a server does that has its embedded database, and serves on the port. */
async function serveWhileLocked(routes: Router): Promise<number> {
  const dataDirectory = makeTemporaryFolder();
  const unlock = await lockFolder(join(dataDirectory, 'db'));
  const server = createServer(express().use(routes));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.close();
    await unlock();
  });
  const { port } = server.address() as AddressInfo;
  configure({ DATABASE_URL: '', DATA_DIR: dataDirectory, PORT: String(port) });
  return port;
}

function configure(environment: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
}
