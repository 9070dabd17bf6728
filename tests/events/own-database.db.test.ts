import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { reportSignUp } from '../../api/events/batches.ts';
import { openEvents } from '../../api/events/open-events.ts';
import { saveFunnelVersions } from '../../api/events/funnel-versions.ts';
import { withHandOver } from '../../api/events/hand-over.ts';
import { createPostgresEvents } from '../../api/events/postgres/postgres-events.ts';
import { readConfig } from '../../api/platform/config/config.ts';
import type { Database } from '../../api/platform/db/database.ts';
import { isUnavailable } from '../../api/platform/db/unavailable.ts';
import { createLog } from '../../api/platform/log.ts';
import { simulateLogs } from './simulated/simulate-logs.ts';
import { portOf, startServer } from '../api/server-process.ts';
import { callApi, signUp } from '../harness/api-calls.ts';
import { describePostgres, openAgain, urlOf, type OpenDatabase } from '../harness/databases.ts';
import { makeSmallSite } from '../harness/small-site.ts';
import { run } from '../scripts/funnel/run.ts';
import { quiz } from './counting/counted-quiz.ts';
import { batchesOf } from './simulated/batches-of.ts';

const now = Date.now();
const input = { visits: 3, seed: 'own', stay: 1, back: 0, from: now - 7_200_000, to: now - 3_600_000 };
const logs = [...simulateLogs(quiz, input)];
const settings = { ...readConfig({}), databasePrepared: 'on', migrates: true } as const;

/** A main database and one for events, where all visits are stored, and all sign-ups wait to be handed on. */
async function openWithSignUps(open: OpenDatabase) {
  const [main, own] = [await open(), await open()];
  await saveFunnelVersions(main, [quiz]);
  const store = createPostgresEvents(own, main);
  await store.storeBatches(logs.flatMap((log) => batchesOf(quiz.id, log)));
  for (const { visit } of logs) await main.knex.transaction((trx) => reportSignUp(trx, { visit, funnel: quiz.id }));
  return { main, own, store };
}

const waitingIn = ({ knex }: Database) => knex('event_batches').pluck<string[]>('visit');

/** How many visits, and how many sign-ups, are counted. */
async function countedIn({ knex }: Database): Promise<readonly [visits: number, signUps: number]> {
  const rows = await knex('quiz_counts').pluck<Readonly<Record<string, number>>[]>('counts');
  const sum = (name: string) => rows.reduce((all, counts) => all + (counts[name] ?? 0), 0);
  return [sum('visits'), sum('sign_ups')];
}

/** Whose statements of this kind never arrive. */
function without(database: Database, kind: RegExp): Database {
  const raw = (text: string, values: unknown[]) =>
    kind.test(text) ? Promise.reject(new Error('crashed')) : database.knex.raw(text, values as string[]);
  return { ...database, knex: { raw } as unknown as Database['knex'] };
}

describePostgres('what sign-ups and payments report beside an own database of events', (open) => {
  test('is handed on, counted once and gone, though a process crashes before it has stored or removed it', async () => {
    const { main, own, store } = await openWithSignUps(open);
    const stopsBefore = { ...store, storeBatches: () => Promise.reject(new Error('crashed')) };
    await expect(withHandOver(stopsBefore, main).count({ limit: 100 })).rejects.toThrow('crashed');
    expect(await waitingIn(main)).toHaveLength(3);
    const stopsAfter = withHandOver(store, without(main, /DELETE/));
    await expect(stopsAfter.count({ limit: 100 })).rejects.toThrow('crashed');
    expect(await waitingIn(main)).toHaveLength(3);
    while ((await store.count({ limit: 100 })) > 0);
    expect(await countedIn(own)).toEqual([3, 3]);
    const events = withHandOver(store, main);
    while ((await events.count({ limit: 100 })) > 0);
    expect([await waitingIn(main), await countedIn(own), await countedIn(main)]).toEqual([[], [3, 3], [0, 0]]);
    expect(await events.secondsWaiting()).toBe(0);
  });

  test('is handed on by several processes at once, each batch once', async () => {
    const { main, own } = await openWithSignUps(open);
    const others = [await openAgain(own), await openAgain(own)];
    const processes = others.map((other) => withHandOver(createPostgresEvents(other, main), main));
    await Promise.all(processes.map((events) => events.count({ limit: 100 })));
    await processes[0]!.count({ limit: 100 });
    expect([await waitingIn(main), await countedIn(own)]).toEqual([[], [3, 3]]);
  });

  test('is known to wait while that database is down, and nothing is known where nothing waits', async () => {
    const { main, store } = await openWithSignUps(open);
    const events = withHandOver({ ...store, secondsWaiting: () => Promise.reject(new Error('down')) }, main);
    expect(await events.secondsWaiting()).toBeGreaterThan(0);
    await main.knex('event_batches').delete();
    await expect(events.secondsWaiting()).rejects.toThrow('down');
  });

  test('leaves no visit longer than promised, of those either that were stored before events had their own', async () => {
    const { main, store } = await openWithSignUps(open);
    const before = createPostgresEvents(main);
    const received = new Date(now - 70 * 86_400_000);
    const [old] = [...simulateLogs(quiz, { ...input, visits: 1, from: received.getTime(), to: received.getTime() })];
    await before.storeBatches(batchesOf(quiz.id, old!).map((batch) => ({ ...batch, receivedAt: received })));
    while ((await before.count({ limit: 100 })) > 0);
    expect(await before.listLast(quiz.id, 9)).toEqual([old!.visit]);
    await withHandOver(store, main).maintain({ months: 1 });
    expect(await before.listLast(quiz.id, 9)).toEqual([]);
  });

  test('is known to the commands that read visits and reports', async () => {
    const { main, own, store } = await openWithSignUps(open);
    while ((await store.count({ limit: 100 })) > 0);
    vi.stubEnv('DATABASE_URL', urlOf(main));
    vi.stubEnv('EVENTS_DATABASE_URL', urlOf(own));
    onTestFinished(() => void vi.unstubAllEnvs());
    const replayed = await run(['replay', logs[0]!.visit, '--json']);
    expect(JSON.parse(replayed.out)).toMatchObject({ visit: logs[0]!.visit, signedUp: true });
    const report = await run(['report', quiz.id, '--json']);
    expect(JSON.parse(report.out)).toMatchObject({ all: { visits: 3, signUps: 3 } });
  });

  test('is not migrated by commands where MIGRATE is off', async () => {
    const [main, own] = [await open(), await open()];
    await saveFunnelVersions(main, [quiz]);
    vi.stubEnv('DATABASE_URL', urlOf(main));
    vi.stubEnv('EVENTS_DATABASE_URL', urlOf(own));
    vi.stubEnv('MIGRATE', 'off');
    onTestFinished(() => void vi.unstubAllEnvs());
    expect((await run(['report', quiz.id])).exitCode).toBe(0);
    await own.knex('migrations').whereLike('name', '0031%').delete();
    const { err, exitCode } = await run(['report', quiz.id]);
    expect([err, exitCode]).toEqual([
      expect.stringContaining('brought up to date by npm run migrate: MIGRATE is off'),
      1,
    ]);
    expect(await own.knex('migrations').whereLike('name', '0031%')).toEqual([]);
  });

  test('is left alone by commands and servers that are not told where events are', async () => {
    const { main, own, store } = await openWithSignUps(open);
    while ((await store.count({ limit: 100 })) > 0);
    const opens = async (eventsDatabaseUrl: string | null) => {
      const config = { ...settings, eventsDatabaseUrl };
      const { events, close } = await openEvents({ database: main, config, log: createLog('silent') });
      return () => events.count({ limit: 100 }).finally(close);
    };
    await opens(urlOf(own));
    vi.stubEnv('DATABASE_URL', urlOf(main));
    vi.stubEnv('EVENTS_DATABASE_URL', '');
    onTestFinished(() => void vi.unstubAllEnvs());
    for (const command of [
      ['report', quiz.id],
      ['replay', logs[0]!.visit],
    ]) {
      const { err, exitCode } = await run(command);
      expect([err, exitCode]).toEqual([expect.stringContaining('set EVENTS_DATABASE_URL as the servers have it'), 1]);
    }
    expect((await run(['leads'])).exitCode).toBe(0);
    await expect((await opens(null))()).rejects.toSatisfy(isUnavailable);
    expect([await waitingIn(main), await countedIn(main)]).toEqual([logs.map(({ visit }) => visit), [0, 0]]);
    await main.knex('events_elsewhere').delete(); // as the manual says
    expect(await (await opens(null))()).toBe(3);
  });

  test('would be lost if it were the same database, which is refused', async () => {
    const database = await open();
    const config = { ...settings, eventsDatabaseUrl: urlOf(database) };
    const { events, close } = await openEvents({ database, config, log: createLog('silent') });
    onTestFinished(close);
    await expect(events.count({ limit: 1 })).rejects.toThrow('leads to the database of DATABASE_URL');
  });
});

describePostgres('a server whose database of events is down', (open) => {
  test('waits for no migration of it later: it answers, and stops', async () => {
    const [database, own] = [await open(), await open()];
    const way = await reserveWay(own);
    const config = { ...settings, migrates: false, eventsDatabaseUrl: way.url };
    const { events, close } = await openEvents({ database, config, log: createLog('silent') });
    await own.knex('migrations').whereLike('name', '0031%').delete();
    await way.open();
    const waits = () => expect(events.count({ limit: 1 })).rejects.toThrow('npm run migrate');
    await vi.waitFor(waits, { timeout: 60_000, interval: 200 });
    await close();
  });

  test('starts, signs people up, asks for events later, and counts all when it is back', async () => {
    const [main, own] = [await open(), await open()];
    await saveFunnelVersions(main, [quiz]);
    const way = await reserveWay(own);
    const server = await startServer({
      SITE_DIR: makeSmallSite(),
      DATABASE_URL: urlOf(main),
      EVENTS_DATABASE_URL: way.url,
    });
    const base = `http://127.0.0.1:${await portOf(server)}`;
    const [first] = batchesOf(quiz.id, logs[0]!);
    const send = async () => (await callApi(base, '/v1/events/', { body: first })).status;
    expect(await send()).toBe(503);
    expect((await callApi(base, '/health/ready/', { method: 'GET' })).status).toBe(200);
    expect((await signUp(base, 'ada@example.org', 1)).status).toBe(201);
    await main.knex.transaction((trx) => reportSignUp(trx, { visit: logs[0]!.visit, funnel: quiz.id }));
    expect(server.errors).toContain('events_database_unavailable');
    await way.open();
    await vi.waitFor(async () => expect(await send()).toBe(204), { timeout: 60_000, interval: 200 });
    await vi.waitFor(async () => expect(await waitingIn(main)).toEqual([]), { timeout: 60_000, interval: 200 });
    const reported = await createPostgresEvents(own, main).readReported([logs[0]!.visit]);
    expect(reported.get(logs[0]!.visit)!.map(({ page }) => page)).toEqual([0, first!.page]);
    await way.close();
    await vi.waitFor(async () => expect(await send()).toBe(503), { timeout: 60_000, interval: 200 });
    expect((await signUp(base, 'eva@example.org', 2)).status).toBe(201);
  });
});

/** A way to a database that leads nowhere until it is opened. */
async function reserveWay(database: Database) {
  const { hostname, port: target } = new URL(urlOf(database));
  const sockets = new Set<Socket>();
  const server = createServer((inner) => {
    const outer = connect(Number(target), hostname);
    for (const socket of [inner, outer]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
    }
    inner.pipe(outer).pipe(inner);
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const close = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  await close();
  onTestFinished(() => (server.listening ? close() : undefined));
  const url = new URL(urlOf(database));
  [url.hostname, url.port] = ['127.0.0.1', String(port)];
  return { url: url.href, open: () => listen(port), close };
}
