import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { publishBuild, type PublishedBuild } from '../../api/builds.ts';
import { latestVersion } from '../../api/events/funnel-versions.ts';
import { createApp } from '../../api/platform/create-app.ts';
import { createReadiness } from '../../api/platform/health.ts';
import { migrate } from '../../api/platform/db/migrate.ts';
import { createLog } from '../../api/platform/log.ts';
import { loadSite } from '../../api/platform/site/load.ts';
import { createFindSharedFile, shareFiles } from '../../api/platform/site/shared-files.ts';
import type { CompiledFunnel } from '../../engine/model.ts';
import { findFreePort } from '../../scripts/postgres/free-port.ts';
import { appWithoutCalls, ask, listenAnywhere } from '../harness/app.ts';
import { describeDatabases, describePostgres, openAgain, urlOf } from '../harness/databases.ts';
import { script } from '../harness/processes.ts';
import { makeSmallSite, smallCatalog } from '../harness/small-site.ts';
import { startServer } from './server-process.ts';

const [first, second] = smallCatalog.sessions;

/** A build with the funnel of that version and these sessions. */
const build = (id: string, sessions = [first!]): PublishedBuild => ({
  id,
  funnels: new Map([['sleep-issues', { id: 'sleep-issues', version: id } as CompiledFunnel]]),
  catalog: { ...smallCatalog, hash: `of ${id}`, sessions },
});

describePostgres('a build that is served beside a newer one', (open) => {
  test('undoes nothing when one of its processes starts again, and is published when only it is served', async () => {
    const database = await open();
    const listed = () => database.knex('content').whereNull('retired_at').orderBy('position').pluck<string[]>('id');
    const [old, fresh] = [build('old'), build('new', [first!, second!])];
    await publishBuild(database, old);
    await publishBuild(database, fresh);
    await publishBuild(database, old);
    expect(await listed()).toEqual([first!.id, second!.id]);
    expect(await latestVersion(database, 'sleep-issues')).toBe('new');

    await database
      .knex('builds')
      .where({ id: 'new' })
      .update({ served_at: database.knex.raw("now() - '1 hour'::interval") });
    await publishBuild(database, old);
    expect(await listed()).toEqual([first!.id]);
    expect(await latestVersion(database, 'sleep-issues')).toBe('old');
  });
});

describeDatabases('the files of a build', (open) => {
  test('are served by a process of another build, in each encoding, and made-up ones are not found', async () => {
    const database = await open();
    const fresh = makeSmallSite();
    writeFileSync(join(fresh, 'assets/only-new-1a2b.svg'), '<svg/>');
    await shareFiles(database, await loadSite(fresh));
    await shareFiles(database, await loadSite(makeSmallSite()));
    const old = await loadSite(makeSmallSite());
    const findFile = createFindSharedFile(database);
    const parts = { site: { ...old, addresses: new Map() }, readiness: createReadiness(), log: createLog('silent') };
    const server = createServer(createApp({ ...appWithoutCalls(parts), findFile }));
    onTestFinished(() => void server.close());
    const port = await listenAnywhere(server);
    const main = '/assets/main-1a2b3c.js';
    const plain = await ask(port, main);
    expect(plain.text).toContain('calm calm');
    expect(plain.headers['cache-control']).toContain('immutable');
    const compressed = await ask(port, main, { headers: { 'Accept-Encoding': 'br' } });
    expect([compressed.headers['content-encoding'], compressed.body.length < plain.body.length]).toEqual(['br', true]);
    const paths = ['/assets/only-new-1a2b.svg', '/assets/never.svg', '/assets/no-kind', '/assets/font-4d5e6f.woff2'];
    const answers = await Promise.all(paths.map((path) => ask(port, path)));
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 404, 200]);
  });

  test('are removed a month after a process had them last', async () => {
    const database = await open();
    await shareFiles(database, await loadSite(makeSmallSite()));
    const storedPaths = () => database.knex('site_files').orderBy('path').pluck<string[]>('path');
    const stored = await storedPaths();
    const empty = { ...(await loadSite(makeSmallSite())), addresses: new Map() };
    const shareAfter = async (days: number) => {
      await database.knex.raw(`UPDATE site_files SET served_at = now() - interval '${days} days'`);
      await shareFiles(database, empty);
    };
    await shareAfter(29);
    expect(await storedPaths()).toEqual(stored);
    await shareAfter(31);
    expect(await database.knex('site_files').pluck('path')).toEqual([]);
  });
});

describePostgres('a server that waits for migrations', (open) => {
  test('is alive and not ready, and begins when they have run', async () => {
    const database = await open();
    await database.knex.raw("DROP TABLE builds, site_files; DELETE FROM migrations WHERE name = '0020_builds'");
    const port = await findFreePort();
    const environment = {
      SITE_DIR: makeSmallSite(),
      DATABASE_URL: urlOf(database),
      MIGRATE: 'off',
      PORT: String(port),
    };
    const server = await startServer(environment);
    const status = (path: string) => ask(port, path).then(({ status }) => status, String);
    await expect.poll(() => status('/api/health/live/'), { timeout: 60_000 }).toBe(200);
    // As when it has begun, where the slash may be left out.
    expect([await status('/api/health/live'), await status('/api/health/live/?by=probe')]).toEqual([200, 200]);
    expect([await status('/api/health/ready/'), await status('/login')]).toEqual([503, 503]);
    expect(server.errors).toContain('waits_for_migrations');
    expect(await migrate(await openAgain(database))).toEqual(['0020_builds']);
    await server.ready;
    expect([await status('/api/health/ready/'), await status('/login')]).toEqual([200, 200]);
  });
});

describePostgres('a server whose database can only be read', (open) => {
  test('says so in a sentence, and so does npm run migrate', async () => {
    const database = await open();
    const { pathname } = new URL(urlOf(database));
    await database.knex.raw("DELETE FROM migrations WHERE name = '0042_without_visits_by_time'");
    await database.knex.raw(`ALTER DATABASE ${pathname.slice(1)} SET default_transaction_read_only = on`);
    const environment = { SITE_DIR: makeSmallSite(), DATABASE_URL: urlOf(database) };
    for (const command of [undefined, script('scripts/migrate.ts')]) {
      const started = await startServer(environment, command);
      expect(await started.exited).toBe(1);
      expect(started.errors).toMatch(/^The PostgreSQL server can't be used now: cannot execute .* read-only .*\.\n$/);
    }
  });
});
