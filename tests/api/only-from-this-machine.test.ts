import { networkInterfaces } from 'node:os';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { describe, expect, onTestFinished, test } from 'vitest';
import { onlyFromThisMachine } from '../../api/http/only-from-this-machine.ts';
import { runApp } from './running-app.ts';

const strangers: [whose: string, headers: Record<string, string>][] = [
  ['a proxy that says for whom', { 'x-forwarded-for': '203.0.113.7' }],
  ['a proxy that says for this machine', { 'x-forwarded-for': '127.0.0.1' }],
  ['a proxy that says by which scheme', { 'x-forwarded-proto': 'https' }],
  ['a proxy that follows RFC 7239', { forwarded: 'for=203.0.113.7' }],
  ['nginx as many set it up', { 'x-real-ip': '203.0.113.7' }],
  ['a gateway', { via: '1.1 gateway' }],
  ['a proxy that passes the name of the site', { host: 'example.com' }],
  ['a page whose name was made to lead here', { host: 'evil.example:3000' }],
  ['a name that only looks local', { host: 'localhost.evil.example' }],
];

describe('the metrics outside production', () => {
  test.each([['localhost:3000'], ['127.0.0.1'], ['[::1]:3000'], ['LOCALHOST']])('are there for %s', async (host) => {
    const app = await runApp();
    onTestFinished(() => app.close());
    expect((await app.ask('/api/metrics/', { headers: { host } })).status).toBe(200);
  });

  test.each(strangers)('are not there for %s', async (_whose, headers) => {
    const app = await runApp();
    onTestFinished(() => app.close());
    const unknown = await app.ask('/api/nowhere/', { headers });
    const { status, text } = await app.ask('/api/metrics/', { headers });
    expect([status, text]).toEqual([404, unknown.text]);
    expect((await app.ask('/api/metrics/', { method: 'POST', headers })).status).toBe(404);
  });

  test('are not there for a proxy that speaks HTTP/1.0', async () => {
    const app = await runApp();
    onTestFinished(() => app.close());
    expect(await app.askRaw('GET /api/metrics/ HTTP/1.0\r\nHost: localhost\r\n\r\n')).toMatch(/^HTTP\/1\.1 404 /);
  });
});

/** Addresses of this machine by which others reach it. */
const outside = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .filter(({ internal, family }) => !internal && family === 'IPv4')
  .map(({ address }) => address);

test.skipIf(outside.length === 0)('What is only for this machine is not there for others', async () => {
  const server = createServer(express().use(onlyFromThisMachine, (_request, response) => void response.end('secret')));
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  expect(await statusAt(outside[0]!, port)).toBe(404);
  expect(await statusAt('127.0.0.1', port)).toBe(200);
});

function statusAt(host: string, port: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host, port, headers: { host: 'localhost' }, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.on('error', reject);
    request.end();
  });
}
