import { brand } from '../../content/brand.ts';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { manifestFile, type SiteManifest } from '../../api/platform/site/manifest.ts';
import { graceMilliseconds } from '../../api/platform/http/lifecycle.ts';
import { signUp } from '../harness/api-calls.ts';
import { describePostgres, makeEmbeddedFolder, makeTemporaryFolder, urlOf } from '../harness/databases.ts';
import { ask, listenAnywhere } from '../harness/app.ts';
import { script, serveCommand } from '../harness/processes.ts';
import { portOf, startServer } from './server-process.ts';
import { makeSmallSite } from '../harness/small-site.ts';

/** A connection in the middle of sending a request, which keeps a graceful stop waiting. */
async function sendHalfARequest(port: number) {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => socket.destroy());
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.write('GET /login HTTP/1.1\r\n');
  await ask(port, '/login');
  return socket;
}

function linesOfStart(port: number): RegExp {
  const url = `http://127\\.0\\.0\\.1:${port}`;
  const links = ['/dev/mail', '/dev/stripe/'].map((page) => `For you alone: ${url}${page}\\?token=\\w{48}\\n`);
  return new RegExp(`^${brand.name} is ready: ${url}\\n${links.join('')}$`);
}

/** A program after this command has mounts of its own, which go with it. */
const ownMounts = ['unshare', '--user', '--map-root-user', '--mount'];
const canMount = spawnSync(ownMounts[0]!, [...ownMounts.slice(1), 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0;

const openToOthersIn = (folder: string) =>
  ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })].filter(
    (file) => (statSync(join(folder, file)).mode & 0o077) !== 0,
  );

describePostgres('the server process', (open) => {
  /** Of a server that is not about the embedded database: to open that takes seconds. */
  const environmentOf = async () => ({ SITE_DIR: makeSmallSite(), DATABASE_URL: urlOf(await open()) });

  test(
    'says where it is and what opens its pages for those who develop, exits with 0 on a signal, and its folder, which was not there, is hidden from other users and keeps what was written',
    { timeout: 600_000 },
    async () => {
      const folder = join(makeTemporaryFolder(), 'not', 'there', 'yet');
      for (const [signal, status] of [
        ['SIGTERM', 201],
        ['SIGINT', 409],
      ] as const) {
        const server = await startServer({ SITE_DIR: makeSmallSite(), DATA_DIR: folder });
        const port = await portOf(server);
        await expect.poll(() => server.output).toMatch(linesOfStart(port));
        expect((await ask(port, '/api/health/ready/')).status).toBe(200);
        expect((await ask(port, '/login')).status).toBe(200);
        expect((await signUp(await server.ready, 'ada@example.org', 1)).status).toBe(status);
        server.child.kill(signal);
        expect(await server.exited).toBe(0);
        expect([server.errors, readdirSync(join(folder, 'db.lock')), openToOthersIn(folder)]).toEqual(['', [], []]);
      }
    },
  );

  test('takes a signal that comes twice at once for one, as npm passes on what its terminal sends it too', async () => {
    const server = await startServer(await environmentOf());
    const port = await portOf(server);
    const socket = await sendHalfARequest(port);
    // Of one kind, the system may make one of two by itself.
    server.child.kill('SIGINT');
    server.child.kill('SIGTERM');
    await expect.poll(() => ask(port, '/login').catch(String)).toContain('ECONNREFUSED');
    socket.write('Host: x\r\n\r\n');
    expect(await server.exited).toBe(0);
  });

  test('exits at once on a second signal', async () => {
    const server = await startServer(await environmentOf());
    const port = await portOf(server);
    const socket = await sendHalfARequest(port);
    server.child.kill('SIGTERM');
    await expect.poll(() => ask(port, '/login').catch(String)).toContain('ECONNREFUSED');
    await sleep(600);
    expect(server.child.exitCode).toBeNull();
    const started = performance.now();
    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(1);
    expect(performance.now() - started).toBeLessThan(graceMilliseconds / 2);
    socket.destroy();
  });

  test('says in a sentence that its port is in use, and exits with 1', async () => {
    const other = createServer();
    const port = await listenAnywhere(other);
    const server = await startServer({ ...(await environmentOf()), PORT: String(port) });
    expect(await server.exited).toBe(1);
    expect(server.errors).toBe(
      `Port ${(other.address() as AddressInfo).port} on 127.0.0.1 is already in use. ` +
        'Stop the program that uses it, or set PORT to another number.\n',
    );
    other.close();
  });

  test.each([
    ['-v 8000000', /^This process got too little memory: .*\(ulimit -v, .*\n$/],
    ['-n 40', /^This process may open too few files: .*\(ulimit -n, .*\n$/],
  ])('says what it has too little of under ulimit %s, and nothing of a broken database', async (limit, sentence) => {
    const environment = { SITE_DIR: makeSmallSite(), DATA_DIR: makeEmbeddedFolder() };
    const command = (await serveCommand()).join(' ');
    const server = await startServer(environment, ['bash', '-c', `ulimit ${limit}; exec ${command}`]);
    expect(await server.exited).toBe(1);
    expect(server.errors).toMatch(sentence);
  });

  test('says that its database is broken, and to restore it, only where it is', async () => {
    const folder = makeEmbeddedFolder();
    writeFileSync(join(folder, 'db/global/pg_control'), Buffer.alloc(8192));
    const server = await startServer({ SITE_DIR: makeSmallSite(), DATA_DIR: folder });
    expect(await server.exited).toBe(1);
    expect(server.errors).toMatch(
      /^The embedded database in .* can't be opened: .*\. Restore the folder from a backup, /,
    );
  });

  test('says that the site has not been built, or that the environment is wrong, and exits with 1', async () => {
    const unbuilt = await startServer({ SITE_DIR: '/nowhere' });
    const wrong = await startServer({ PORT: 'x', HOST: '-' });
    expect(await Promise.all([unbuilt.exited, wrong.exited])).toEqual([1, 1]);
    expect(unbuilt.errors).toBe("The site has not been built: /nowhere/pages.json can't be read. Run: npm run build\n");
    expect(wrong.errors).toMatch(/^2 environment variables are not usable:\n {2}PORT is "x".*\n {2}HOST is "-".*\n$/);
  });

  test('does not start at an address that the build does not know, nor is its database migrated', async () => {
    const environment = { SITE_DIR: makeSmallSite(), PUBLIC_URL: 'https://other.example', LOG_LEVEL: 'error' };
    const start = await startServer(environment);
    const folder = makeTemporaryFolder();
    const migrate = [process.execPath, 'dist/server/migrate.mjs'];
    const migration = await startServer({ ...environment, DATA_DIR: folder }, migrate);
    expect(await Promise.all([start.exited, migration.exited])).toEqual([1, 1]);
    expect(start.errors).toMatch(/^PUBLIC_URL is https:\/\/other\.example, but nobody could sign in there: .*\n$/);
    expect(migration.errors).toBe(start.errors);
    expect([migration.output, readdirSync(folder)]).toEqual(['', []]);
    const known = await startServer({ ...(await environmentOf()), PUBLIC_URL: 'https://example.com' }, migrate);
    expect([await known.exited, known.errors]).toEqual([0, '']);
  });

  test('makes npm start print all that is wrong at once, before anything is built', async () => {
    const environment = { PORT: 'x', NODE_ENV: 'production', SITE_DIR: makeTemporaryFolder() };
    const wrong = await startServer(environment, script('scripts/start.ts'));
    expect(await wrong.exited).toBe(1);
    expect(wrong.errors).toMatch(
      /^8 environment variables are not usable:\n {2}PORT is "x".*\n {2}DATABASE_URL is not set: /,
    );
    expect(wrong.output).toBe('');
  });

  test('has the commands of operators beside it, compiled too', async () => {
    await serveCommand();
    const environment = await environmentOf();
    const run = async (name: string, ...args: readonly string[]) => {
      const command = await startServer(environment, [process.execPath, `dist/server/${name}.mjs`, ...args]);
      return [await command.exited, command.output, command.errors];
    };
    const look = ['find', 'nobody@example.org', '--by', 'eva', '--why', 'asked by mail'];
    expect(await Promise.all([run('members', ...look), run('payments', 'plans'), run('copy-events')])).toEqual([
      [1, '', 'There is no such account or payment.\n'],
      [1, '', expect.stringMatching(/^STRIPE_SECRET_KEY is not set: /)],
      [1, '', expect.stringMatching(/^EVENTS_DATABASE_URL does not lead to /)],
    ]);
  });

  test('logs a bug that ends it with the lines of its sources, though it is compiled', async () => {
    const site = makeSmallSite();
    const manifest = JSON.parse(readFileSync(join(site, manifestFile), 'utf8')) as SiteManifest;
    writeFileSync(join(site, manifestFile), JSON.stringify({ ...manifest, pages: { '/': { en: {}, es: {} } } }));
    const server = await startServer({ SITE_DIR: site });
    expect(await server.exited).toBe(1);
    const lines = readFileSync('api/platform/site/load.ts', 'utf8').split('\n');
    const line = lines.findIndex((text) => text.includes('readPage(join(directory, page.file)')) + 1;
    expect(server.errors).toContain(`api/platform/site/load.ts:${line}:`);
  });

  test.runIf(canMount)('says in one sentence that the disk of its data is full or can only be read', async () => {
    const site = makeSmallSite();
    const folder = makeTemporaryFolder();
    const serve = (await serveCommand()).map((word) => `"${word}"`).join(' ');
    const [full, readOnly] = ['size=1m', 'ro'].map(async (options) => {
      const start = `mount -t tmpfs -o ${options} none "${folder}" && exec ${serve}`;
      const server = await startServer({ SITE_DIR: site, DATA_DIR: folder }, [...ownMounts, 'sh', '-c', start]);
      return [await server.exited, server.errors];
    });
    expect(await full).toEqual([1, expect.stringMatching(/^The disk of \S+ \(DATA_DIR\) is full or too small: .*\n$/)]);
    expect(await readOnly).toEqual([
      1,
      expect.stringMatching(/^The disk of \S+ \(DATA_DIR\) can only be read\. .*\n$/),
    ]);
  });

  test('says in one sentence that its data folder is a file, or in use', async () => {
    const site = makeSmallSite();
    const folder = makeEmbeddedFolder();
    const file = join(folder, 'auth-secret');
    writeFileSync(file, 'x');
    const wrong = await startServer({ SITE_DIR: site, DATA_DIR: file });
    expect(await wrong.exited).toBe(1);
    expect(wrong.errors).toMatch(/^\S+ \(DATA_DIR\) is a file, or leads through one\. .*\n$/);
    rmSync(file);
    const twins = await Promise.all([1, 2].map(() => startServer({ SITE_DIR: site, DATA_DIR: folder })));
    const first = await Promise.race(twins.map(({ exited }, index) => exited.then((code) => ({ code, index }))));
    expect(first.code).toBe(1);
    expect(twins[first.index]!.errors).toMatch(/^The embedded database in \S+ is in use by another process .*\n$/);
    await twins[1 - first.index]!.ready;
    expect(statSync(join(folder, 'auth-secret')).mode & 0o077).toBe(0);
  });
});
