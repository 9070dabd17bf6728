import { EventEmitter, once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { cutAtStop, prepareShutdown } from '../../api/platform/http/lifecycle.ts';
import { ask, listenAnywhere } from '../harness/app.ts';

const longGrace = 30_000;
const sockets: Socket[] = [];
let server: Server | undefined;

afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server?.closeAllConnections();
});

async function serve(
  listener: RequestListener,
): Promise<{ port: number; shutDown: ReturnType<typeof prepareShutdown> }> {
  server = createServer({ keepAliveTimeout: 60_000 }, listener);
  const shutDown = prepareShutdown(server);
  return { port: await listenAnywhere(server), shutDown };
}

/** A connection that sends these bytes; `received` is what has come back, `ended` resolves when it is closed. */
async function open(port: number, bytes: string) {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  const connection = { socket, received: '', ended: new Promise((resolve) => socket.once('close', resolve)) };
  socket.on('data', (chunk) => (connection.received += chunk.toString()));
  socket.on('error', () => socket.destroy());
  await new Promise((resolve) => socket.once('connect', resolve));
  if (bytes) socket.write(bytes);
  return connection;
}

/** A listener whose answer waits until it is let go. */
function slowListener() {
  const events = new EventEmitter();
  const slow = { arrived: once(events, 'request'), release: () => {} };
  const listener: RequestListener = (_request, response) => {
    slow.release = () => response.end('done');
    events.emit('request');
  };
  return Object.assign(slow, { listener });
}

const get = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

describe('a server that is stopping', () => {
  test('takes new connections as long as it drains, and asks that all be closed', async () => {
    const { port, shutDown } = await serve((_request, response) => response.end('hello'));
    const stopped = shutDown({ drainMilliseconds: 300, graceMilliseconds: longGrace });
    const late = await open(port, get);
    await late.ended;
    expect(late.received).toMatch(/^HTTP\/1\.1 200[^]*Connection: close[^]*hello/);
    expect(await stopped).toBe(true);
    await expect(ask(port, '/')).rejects.toThrow(/ECONNREFUSED/);
  });

  test('closes kept-alive connections and those that were only opened, and stops at once', async () => {
    const { port, shutDown } = await serve((_request, response) => response.end('hello'));
    const used = await open(port, get);
    await new Promise((resolve) => used.socket.once('data', resolve));
    const unused = await open(port, '');
    expect(await shutDown({ graceMilliseconds: longGrace })).toBe(true);
    await Promise.all([used.ended, unused.ended]);
    await expect(ask(port, '/')).rejects.toThrow(/ECONNREFUSED/);
  });

  test('finishes a request in flight first, which says so to its client, and then closes its connection', async () => {
    const slow = slowListener();
    const { port, shutDown } = await serve(slow.listener);
    const connection = await open(port, get);
    await slow.arrived;
    const stopped = shutDown({ graceMilliseconds: longGrace });
    await expect(ask(port, '/')).rejects.toThrow(/ECONNREFUSED/);
    slow.release();
    expect(await stopped).toBe(true);
    await connection.ended;
    expect(connection.received).toMatch(/^HTTP\/1\.1 200 [^]*Connection: close[^]*done/);
  });

  test('answers a request that was still being sent', async () => {
    const { port, shutDown } = await serve((_request, response) => response.end('late'));
    const connection = await open(port, 'GET / HTTP/1.1\r\nHost:');
    await ask(port, '/');
    const stopped = shutDown({ graceMilliseconds: longGrace });
    connection.socket.write(' x\r\n\r\n');
    await Promise.all([stopped, connection.ended]);
    expect(connection.received).toMatch(/^HTTP\/1\.1 200 [^]*Connection: close[^]*late/);
  });

  test('does not wait for an answer that its client can go on with elsewhere', async () => {
    const slow = slowListener();
    const { port, shutDown } = await serve((request, response) => {
      cutAtStop(response);
      response.write('a');
      slow.listener(request, response);
    });
    const connection = await open(port, get);
    await slow.arrived;
    expect(await shutDown({ graceMilliseconds: longGrace })).toBe(true);
    await connection.ended;
    expect(connection.received).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('cuts off what has not finished when its grace is over, and says so', async () => {
    const slow = slowListener();
    const { port, shutDown } = await serve(slow.listener);
    const connection = await open(port, get);
    await slow.arrived;
    expect(await shutDown({ graceMilliseconds: 50 })).toBe(false);
    await connection.ended;
    expect(connection.received).toBe('');
  });
});
