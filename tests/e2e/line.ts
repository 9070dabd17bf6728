import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A line to a server of this machine that can be cut, for browsers that no driver takes offline. */
export interface Line {
  /** Where the server is, at the other end. */
  readonly url: string;
  /** Connections break off, and new ones do at once. */
  cut(): void;
  mend(): void;
  close(): void;
}

/** Opens a line to the server at this port. */
export async function openLine(port: number): Promise<Line> {
  const sockets = new Set<Socket>();
  let isCut = false;
  // It goes on listening while it is cut: nothing else can take its port meanwhile.
  const server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(port, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => [near, far].forEach((each) => each.destroy()));
    }
    return void near.pipe(far).pipe(near);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  const { port: nearPort } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${nearPort}`,
    cut,
    mend() {
      isCut = false;
    },
    close() {
      cut();
      server.close();
    },
  };
}
