import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { createClickHouseEvents } from '../../api/events/clickhouse/clickhouse-events.ts';
import { connectClickHouse } from '../../api/events/clickhouse/connect.ts';
import { migrateClickHouse } from '../../api/events/clickhouse/open-clickhouse.ts';
import { isUnavailable } from '../../api/platform/db/unavailable.ts';
import { describeClickHouse } from '../harness/event-stores.ts';
import { certificate, key } from './own-authority.ts';
import { visitAt } from './told.ts';

/** ClickHouse behind TLS, with a certificate by an authority of its own; resolves to its address. */
async function openFront(): Promise<string> {
  const { hostname, port } = new URL(inject('clickhouseUrl')!);
  const server = createServer({ key, cert: certificate }, (incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    incoming.pipe(
      request({ hostname, port, method, path, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(outgoing);
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function writeAuthority(): string {
  const folder = mkdtempSync(join(tmpdir(), 'authority-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'ca.pem'), certificate);
  return join(folder, 'ca.pem');
}

describeClickHouse('ClickHouse behind TLS', (open) => {
  test('is used with the authority that the URL names, and is unavailable without', async () => {
    const { database, clickhouse } = await open();
    const [{ name } = { name: '' }] = await clickhouse.query<{ name: string }>('SELECT currentDatabase() AS name');
    const url = `clickhouse://${await openFront()}/${name}`;

    const encrypted = connectClickHouse(`${url}?tls=on&sslrootcert=${encodeURIComponent(writeAuthority())}`);
    onTestFinished(() => encrypted.close());
    const events = createClickHouseEvents(encrypted, database);
    const batch = { funnel: 'quiz', visit: visitAt(new Date().toISOString(), 1), page: 1, n: 0, events: [] };
    await events.storeBatches([batch]);
    expect((await events.readReported([batch.visit])).get(batch.visit)).toMatchObject([batch]);

    const refused = connectClickHouse(`${url}?tls=on`);
    onTestFinished(() => refused.close());
    const error: unknown = await createClickHouseEvents(refused, database)
      .storeBatches([batch])
      .catch((failure: unknown) => failure);
    expect([String(error), isUnavailable(error)]).toEqual([expect.stringContaining('self-signed certificate'), true]);
    await expect(migrateClickHouse(`${url}?tls=on&sslrootcert=/no/such.pem`)).rejects.toThrow(
      "ClickHouse (EVENTS_DATABASE_URL) can't be used: ENOENT: no such file or directory, open '/no/such.pem'",
    );
  });
});
