import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** How long requests in flight may take to finish once the server has been told to stop. */
export const graceMilliseconds = 10_000;

/** How often connections are looked through for those that have become idle. */
const idleCheckMilliseconds = 25;

/**
 * Prepares a server to be stopped gracefully; call it before the server listens. The function returned takes no new
 * connections, lets the requests in flight finish, closes every connection as soon as it is idle, and resolves to
 * `true`. What still runs after `graceMilliseconds` is cut off, and it resolves to `false`.
 */
export function prepareShutdown(server: Server): (graceMilliseconds: number) => Promise<boolean> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return (graceMilliseconds) =>
    new Promise((resolve) => {
      let finished = true;
      server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
      const idleCheck = setInterval(() => closeIdle(server, sockets), idleCheckMilliseconds);
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

/** Node takes a connection that has not yet sent anything (a browser's preconnect) for a busy one: close it too. */
function closeIdle(server: Server, sockets: ReadonlySet<Socket>): void {
  server.closeIdleConnections();
  for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
}
