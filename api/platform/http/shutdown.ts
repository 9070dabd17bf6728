import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How long requests in flight may take to finish once the server has been told to stop. */
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

/**
 * Prepares a server to be stopped gracefully; call it before the server listens. The function returned takes no new
 * connections, lets the requests in flight finish, closes every connection as soon as it is idle, and resolves to
 * `true`. What still runs after `graceMilliseconds` is cut off, and it resolves to `false`.
 */
export function prepareShutdown(server: Server): (graceMilliseconds: number) => Promise<boolean> {
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
  return (graceMilliseconds) =>
    new Promise((resolve) => {
      let finished = true;
      for (const response of unanswered) closeAfter(response);
      server.prependListener('request', (_request, response) => closeAfter(response));
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
}

/** The client is told, so that it sends nothing more where nobody would answer. */
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
