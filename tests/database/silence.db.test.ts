import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, inject, it, onTestFinished } from 'vitest';
import { openPostgres } from '../../api/platform/db/open-postgres.ts';
import { isUnavailable } from '../../api/platform/db/unavailable.ts';
import { createLog } from '../../api/platform/log.ts';

it('a server that vanished without a word is given up, and found again when it is back', async () => {
  const network = await startNetwork();
  const log = createLog('silent');
  const database = await openPostgres({ databaseUrl: network.url, log, silenceMilliseconds: 400 });
  onTestFinished(() => database.close());
  // Connections are there before: to make one takes its own time to give up.
  await Promise.all([1, 2, 3].map(() => database.knex.raw('SELECT pg_sleep(0.05)')));
  network.cut();
  const asked = [
    database.ping(),
    database.knex.raw('SELECT 1'),
    database.knex.transaction(async (it) => it.raw('SELECT 1')),
  ];
  const errors = await Promise.all(asked.map((answer) => answer.then(() => 'answered', isUnavailable)));
  expect(errors).toEqual([true, true, true]);
  network.mend();
  await database.ping();
});

/** A way to the server for tests that can be cut, so that connections hang instead of breaking. */
async function startNetwork() {
  const sockets: Socket[] = [];
  const { hostname, port } = new URL(inject('postgresUrl'));
  let isCut = false;
  const server = createServer((inner) => {
    const outer = connect(Number(port), hostname);
    for (const socket of [inner, outer]) socket.on('error', () => socket.destroy());
    inner.pipe(outer).pipe(inner);
    sockets.push(inner, outer);
    if (isCut) inner.pause();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const url = new URL(inject('postgresUrl'));
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    cut: () => {
      isCut = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    mend: () => {
      isCut = false;
    },
  };
}
