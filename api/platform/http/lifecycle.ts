import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The server can't listen there. The message says why and what to do. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

/** Listens, and resolves to the server's URL with the port that it got; rejects with a `ListenError`. */
export function listen(server: Server, { host, port }: { host: string; port: number }): Promise<string> {
  return new Promise((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException) => reject(new ListenError(explain(error, host, port)));
    server.once('error', refuse);
    server.listen(port, host, () => {
      server.off('error', refuse);
      const shownHost = host.includes(':') ? `[${host}]` : host;
      resolve(`http://${shownHost}:${(server.address() as AddressInfo).port}`);
    });
  });
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): string {
  switch (error.code ?? '') {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is already in use. Stop the program that uses it, or set PORT to another number.`;
    case 'EACCES':
      return `Port ${port} on ${host} needs more rights than this process has. Set PORT to a number above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST is ${host}, which is not an address of this machine. Set it to 127.0.0.1, or 0.0.0.0 for all.`;
    default:
      return `The server can't listen on ${host}, port ${port}: ${error.message}`;
  }
}

/** Where this server is found; filled in once it listens. */
export interface ServerAddress {
  /** Such as `http://127.0.0.1:3000`. */
  url: string | null;
}

/** How a program at this machine reaches the server, also one that listens on every address. Throws before it listens. */
export function localUrlOf({ url }: ServerAddress): string {
  if (url === null) throw new Error('The server was asked for its address before it listened');
  const { hostname, port } = new URL(url);
  if (hostname === '0.0.0.0') return `http://127.0.0.1:${port}`;
  return hostname === '[::]' ? `http://[::1]:${port}` : url;
}

/** How long requests in flight may take to finish once the server has to stop. */
export const graceMilliseconds = 10_000;

/** Answers that clients ask for again from where they were cut off. */
const cuttable = new WeakSet<ServerResponse>();

/** This answer may take very long, and its client asks for the rest of it by itself: a stop doesn't wait for it. */
export function cutAtStop(response: ServerResponse): void {
  cuttable.add(response);
}

/** How often connections are looked through for those that have become idle. */
const idleCheckMilliseconds = 25;

/** A connection that has sent nothing for so long since it was opened was only opened in advance. */
const silentMilliseconds = 250;

interface Shutdown {
  /** For so long everything is still served, new connections too. Default: 0. */
  readonly drainMilliseconds?: number;
  readonly graceMilliseconds: number;
}

/**
 * Prepares a server to be stopped gracefully; call it before the server listens. The function returned first goes on as
 * before, but asks with each answer that its connection be closed, so that proxies take theirs elsewhere one by one. Then
 * it takes no new connections, lets the requests in flight finish, closes every connection as soon as it is idle, and
 * resolves to `true`. What still runs after `graceMilliseconds` is cut off, and it resolves to `false`.
 */
export function prepareShutdown(server: Server): (shutdown: Shutdown) => Promise<boolean> {
  /** With the time when each was opened. */
  const sockets = new Map<Socket, number>();
  const unanswered = new Set<ServerResponse>();
  server.on('request', (_request, response) => {
    unanswered.add(response);
    response.once('close', () => unanswered.delete(response));
  });
  server.on('connection', (socket) => {
    sockets.set(socket, performance.now());
    socket.once('close', () => sockets.delete(socket));
  });
  const drain = async (milliseconds: number): Promise<void> => {
    for (const response of unanswered) closeAfter(response);
    server.prependListener('request', (_request, response) => closeAfter(response));
    if (milliseconds === 0) return;
    await sleep(milliseconds);
    await quietMoment();
  };
  const close = (graceMilliseconds: number): Promise<boolean> =>
    new Promise((resolve) => {
      let finished = true;
      const idleCheck = setInterval(() => {
        for (const response of unanswered) if (cuttable.has(response)) response.destroy();
        closeIdle(server, sockets);
      }, idleCheckMilliseconds);
      const deadline = setTimeout(() => {
        finished = false;
        server.closeAllConnections();
      }, graceMilliseconds);
      server.close(() => {
        clearInterval(idleCheck);
        clearTimeout(deadline);
        resolve(finished);
      });
      closeIdle(server, sockets);
    });
  return async ({ drainMilliseconds = 0, graceMilliseconds }) => {
    await drain(drainMilliseconds);
    return close(graceMilliseconds);
  };
}

/** A turn of the event loop in which as good as nothing was done, and how many are looked at for one. */
const quietMilliseconds = 0.1;
const maxTurns = 2_000;

/**
 * Resolves when all connections that wait have just been accepted: with the port, the kernel would reset those that
 * clients have opened meanwhile, and may have sent a request on.
 */
function quietMoment(): Promise<void> {
  return new Promise((resolve) => {
    let turns = 0;
    let turnedAt = -Infinity;
    const turn = () => {
      const now = performance.now();
      if (now - turnedAt < quietMilliseconds || ++turns > maxTurns) return resolve();
      turnedAt = now;
      setImmediate(turn);
    };
    setImmediate(turn);
  });
}

/** Says so to the client, so that it sends nothing more on this connection. */
function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}

/** Node takes a connection that has not yet sent anything (a browser's preconnect) for a busy one: close it too, unless its first request may be on its way. */
function closeIdle(server: Server, sockets: ReadonlyMap<Socket, number>): void {
  server.closeIdleConnections();
  const now = performance.now();
  for (const [socket, openedAt] of sockets)
    if (socket.bytesRead === 0 && now - openedAt >= silentMilliseconds) socket.destroy();
}
