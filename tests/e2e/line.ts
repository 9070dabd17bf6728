import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A line to a server of this machine that can be cut, for browsers that no driver takes offline. */
export interface Line {
  /** Where the server is, at the other end. */
  readonly url: string;
  /** Connections break off, and are refused from now on. */
  cut(): void;
  mend(): Promise<void>;
}

/** Opens a line to the server at this port. */
export async function openLine(port: number): Promise<Line> {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => [near, far].forEach((each) => each.destroy()));
    }
    near.pipe(far).pipe(near);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: nearPort } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${nearPort}`,
    cut() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
    async mend() {
      server.listen(nearPort, '127.0.0.1');
      await once(server, 'listening');
    },
  };
}
