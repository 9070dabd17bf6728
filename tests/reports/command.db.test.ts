import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openEmbedded } from '../../api/platform/db/embedded/open-embedded.ts';
import { createLog } from '../../api/platform/log.ts';
import type { Report } from '../../api/reports/report.ts';
import { loadOne } from '../../scripts/funnel/load-one.ts';
import { describePostgres, makeEmbeddedFolder, makeTemporaryFolder, urlOf } from '../harness/databases.ts';
import { storesIn } from '../harness/event-stores.ts';
import { storeCounts } from './stored-visits.ts';
import { run } from '../scripts/funnel/run.ts';

const { funnel } = loadOne('sleep-issues', 'funnels');
const counts = { visits: 8, visitors: 8, 'shown welcome': 8, 'left welcome': 8 };

describePostgres('the command for reports', (open) => {
  test('reads the database that the environment names', async () => {
    const database = await open();
    configure({ DATABASE_URL: urlOf(database) });
    const never = await run(['report', 'sleep-issues']);
    expect(never).toMatchObject({ exitCode: 1, out: '' });
    expect(never.err).toContain('it has no visits yet');
    await storeCounts(storesIn(database), { funnel, counts, source: 'meta' });
    expect((await run(['report', 'sleep-issues'])).out).toMatch(/^welcome +8 +100\.0 % +8 +100\.0 %/m);
    const json = await run(['report', 'sleep-issues', '--json', '--by', 'utm_source', '--to', '2026-11-30']);
    expect(JSON.parse(json.out)).toMatchObject({ to: '2026-11-30', all: { visits: 8 }, groups: [{ name: 'meta' }] });
    const without = await run(['report', 'sleep-issues', '--without', '2026-11-10..2026-11-11']);
    expect(without.out).toBe(
      'Visits of sleep-issues of all time, but none from 2026-11-10 to 2026-11-11, days in UTC: no visits yet.\n',
    );
    const file = join(makeTemporaryFolder(), 'report.html');
    const page = await run(['report', 'sleep-issues', '--html', file, '--locale', 'es']);
    expect(page.out).toBe(`The report on sleep-issues is in ${file}.\n`);
    expect(readFileSync(file, 'utf8')).toMatch(/<html lang="es">[^]*<svg/);
    expect((await run(['report', 'sleep-isues'])).err).toContain('Did you mean "sleep-issues"?');
  });

  test('says what is wrong where the database cannot be loaded', async () => {
    configure({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
    expect(await run(['report', 'sleep-issues'])).toMatchObject({ exitCode: 1, out: '' });
  });

  test('reads the embedded database of a server that runs', { timeout: 120_000 }, async () => {
    const dataDirectory = makeEmbeddedFolder();
    const database = await openEmbedded({ dataDirectory, log: createLog('silent') });
    onTestFinished(() => database.close());
    await storeCounts(storesIn(database), { funnel, counts });
    configure({ DATABASE_URL: '', DATA_DIR: dataDirectory });
    const { out } = await run(['report', 'sleep-issues', '--json', '--from', '2026-11-01']);
    expect(JSON.parse(out) as Report).toMatchObject({ from: '2026-11-01', all: { visits: 8 } });
    expect((await run(['report', 'sleep-isues'])).err).toContain('Did you mean "sleep-issues"?');
  });
});

function configure(environment: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
}
