import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { graceMilliseconds } from '../../api/http/shutdown.ts';
import { makeEmbeddedFolder } from '../database/embedded-folder.ts';
import { makeTemporaryFolder } from '../database/temporary-folder.ts';
import { ask, listenAnywhere } from './running-app.ts';
import { startServer } from './server-process.ts';
import { makeSmallSite } from './small-site.ts';

/** A connection in the middle of sending a request, which keeps a graceful stop waiting. */
async function sendHalfARequest(port: number) {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => socket.destroy());
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.write('GET /login HTTP/1.1\r\n');
  await ask(port, '/login');
  return socket;
}

describe('the server process', { timeout: 60_000 }, () => {
  test.each([
    ['SIGTERM', 'of a new folder', makeTemporaryFolder],
    ['SIGINT', 'that it had before', makeEmbeddedFolder],
  ] as const)(
    'says where it is in one line, and exits with 0 on %s, with a database %s',
    async (signal, _, makeFolder) => {
      const server = startServer({ SITE_DIR: makeSmallSite(), DATA_DIR: makeFolder() });
      const port = await server.ready;
      expect(server.output).toBe(`Still Waters is ready: http://127.0.0.1:${port}\n`);
      expect((await ask(port, '/api/health/ready/')).status).toBe(200);
      expect((await ask(port, '/login')).status).toBe(200);
      server.child.kill(signal);
      expect(await server.exited).toBe(0);
      expect(server.errors).toBe('');
    },
  );

  test('exits at once on a second signal', async () => {
    const server = startServer({ SITE_DIR: makeSmallSite(), DATA_DIR: makeEmbeddedFolder() });
    const port = await server.ready;
    const socket = await sendHalfARequest(port);
    server.child.kill('SIGTERM');
    await expect.poll(() => ask(port, '/login').catch(String)).toContain('ECONNREFUSED');
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
    const server = startServer({ SITE_DIR: makeSmallSite(), DATA_DIR: makeEmbeddedFolder(), PORT: String(port) });
    expect(await server.exited).toBe(1);
    expect(server.errors).toBe(
      `Port ${(other.address() as AddressInfo).port} on 127.0.0.1 is already in use. ` +
        'Stop the program that uses it, or set PORT to another number.\n',
    );
    other.close();
  });

  test('says that the site has not been built, or that the environment is wrong, and exits with 1', async () => {
    const unbuilt = startServer({ SITE_DIR: '/nowhere' });
    const wrong = startServer({ PORT: 'x', HOST: '-' });
    expect(await Promise.all([unbuilt.exited, wrong.exited])).toEqual([1, 1]);
    expect(unbuilt.errors).toBe("The site has not been built: /nowhere/pages.json can't be read. Run: npm run build\n");
    expect(wrong.errors).toMatch(/^2 environment variables are not usable:\n {2}PORT is "x".*\n {2}HOST is "-".*\n$/);
  });
});
