import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** An email as a mail program reads it. */
export interface ReceivedEmail {
  /** The address that it was handed over for. */
  readonly recipients: readonly string[];
  readonly raw: string;
  readonly mail: Email;
}

export interface MailServer {
  readonly url: string;
  readonly received: readonly ReceivedEmail[];
  readonly close: () => Promise<void>;
}

export interface MailServerOptions {
  /** 0 for any free port. */
  readonly port?: number;
  /** What is answered to a recipient, such as 550, and to an email; undefined takes it. */
  readonly answerRecipient?: () => number | undefined;
  readonly answerEmail?: () => number | undefined;
}

/** A mail server on this machine that reads what it gets. */
export async function startMailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const received: ReceivedEmail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (_address, _session, done) => done(refusal(options.answerRecipient?.())),
    async onData(stream, session, done) {
      const raw = await buffer(stream).catch(() => null);
      if (raw === null) return; // a client that was killed amid its email
      const answer = refusal(options.answerEmail?.());
      if (answer) return done(answer);
      const recipients = session.envelope.rcptTo.map(({ address }) => address);
      received.push({ recipients, raw: raw.toString(), mail: await PostalMime.parse(raw) });
      done();
    },
  });
  server.on('error', () => undefined); // a client that was killed breaks its connection
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function refusal(responseCode: number | undefined): Error | null {
  return responseCode === undefined
    ? null
    : Object.assign(new Error('<ada@example.org> is not wanted here'), { responseCode });
}
