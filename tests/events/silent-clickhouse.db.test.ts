import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { connectClickHouse } from '../../api/events/clickhouse/connect.ts';
import { migrateClickHouse } from '../../api/events/clickhouse/open-clickhouse.ts';
import { isUnavailable } from '../../api/platform/db/unavailable.ts';

const closings: (() => unknown)[] = [];
afterAll(() => Promise.all(closings.map((close) => close())));

/** A server in place of ClickHouse; resolves to the URL of a database there. */
async function serve(answer: (statement: string, response: ServerResponse) => unknown): Promise<string> {
  const server = createServer((request, response) => {
    void text(request).then((statement) => answer(statement, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closings.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `clickhouse://127.0.0.1:${(server.address() as AddressInfo).port}/events`;
}

function connect(url: string) {
  const clickhouse = connectClickHouse(url);
  closings.push(() => clickhouse.close());
  return clickhouse;
}

const failureOf = (promise: Promise<unknown>) => promise.then(String, (error: unknown) => error);

async function readAll(rows: AsyncIterable<unknown>): Promise<void> {
  for await (const row of rows) void row;
}

const isCheck = (statement: string) => statement.startsWith('SELECT 1');

describe.concurrent('a ClickHouse', () => {
  test('that never answers holds up no start: it is unavailable', async () => {
    const error = await failureOf(migrateClickHouse(await serve(() => undefined)));
    expect(String(error)).toContain('it has not answered for 5 seconds');
    expect(isUnavailable(error)).toBe(true);
  });

  test('that vanishes is unavailable to all who wait, until it is back', async () => {
    let isBack = false;
    const clickhouse = connect(
      await serve((statement, response) => {
        if (isBack) response.end('{"number":1}\n');
        else if (statement.startsWith('SELECT begun')) response.write('{"begun":1}\n');
      }),
    );
    const calls = [
      clickhouse.query('SELECT number'),
      clickhouse.insert('event_batches', [{}]),
      clickhouse.execute('ALTER TABLE event_batches DROP PARTITION 1'),
      readAll(clickhouse.stream('SELECT begun')),
    ];
    for (const error of await Promise.all(calls.map(failureOf))) expect(isUnavailable(error), String(error)).toBe(true);
    isBack = true;
    const rows = await vi.waitFor(() => clickhouse.query('SELECT number'), { timeout: 60_000 });
    expect(rows).toEqual([{ number: 1 }]);
  });

  test('that takes its time is waited for while it answers checks', async () => {
    const url = await serve(async (statement, response) => {
      if (!isCheck(statement)) await sleep(7_000);
      response.end('{"number":1}\n');
    });
    expect(await connect(url).query('SELECT number')).toEqual([{ number: 1 }]);
  });

  test.for([
    ['Code: 241. DB::Exception: Memory limit exceeded. (MEMORY_LIMIT_EXCEEDED)', true],
    ['Code: 47. DB::Exception: Unknown identifier. (UNKNOWN_IDENTIFIER)', false],
  ] as const)('that breaks off within an answer: %s', async ([message, isPassing]) => {
    const tag = 'abcdefghijklmnop';
    const url = await serve((_, response) => {
      response.setHeader('X-ClickHouse-Exception-Tag', tag);
      response.write('{"number":1}\n');
      response.end(`\r\n__exception__\r\n${tag}\r\n${message}\n${message.length + 1} ${tag}\r\n__exception__\r\n`);
    });
    for (const rows of [connect(url).query('SELECT number'), readAll(connect(url).stream('SELECT number'))]) {
      const error = await failureOf(rows);
      expect(String(error)).toContain(isPassing ? 'Memory limit exceeded' : 'Unknown identifier');
      expect(isUnavailable(error)).toBe(isPassing);
    }
  });
});
