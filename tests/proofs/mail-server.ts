import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail server that takes every mail and remembers who got one. */
export interface MailServer {
  readonly url: string;
  readonly recipients: ReadonlySet<string>;
  readonly received: () => number;
  readonly close: () => Promise<void>;
}

/** Listens on any free port of this machine. */
export async function startMailServer(): Promise<MailServer> {
  const recipients = new Set<string>();
  let received = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      stream.resume();
      stream.once('end', () => {
        received++;
        for (const { address } of session.envelope.rcptTo) recipients.add(address);
        done();
      });
    },
  });
  server.on('error', () => undefined); // a client that was killed breaks its connection
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    recipients,
    received: () => received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
