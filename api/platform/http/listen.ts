import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

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
  switch (error.code) {
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
