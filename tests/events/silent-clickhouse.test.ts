import { createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { migrateClickHouse } from '../../api/events/clickhouse/open-clickhouse.ts';
import { isUnavailable } from '../../api/platform/db/unavailable.ts';

test('a ClickHouse that never answers holds up no start: it is unavailable', async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => void sockets.push(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const error: unknown = await migrateClickHouse(`clickhouse://127.0.0.1:${port}/events`).catch(
    (failure: unknown) => failure,
  );
  expect(String(error)).toContain('it has not answered for 5 seconds');
  expect(isUnavailable(error)).toBe(true);
});
