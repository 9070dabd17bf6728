import type { Transporter } from 'nodemailer';
import { JobError, JobRefused } from '../platform/jobs/queue.ts';

interface SmtpOptions {
  /** `smtps://` for TLS at once; `smtp://` for TLS where the server offers it, `requireTls` for only with it. */
  readonly smtpUrl: string;
  readonly requireTls?: boolean;
  /** How many emails are handed over at the same time. */
  readonly connections?: number;
}

/** Hands emails to an SMTP server, over connections that are kept for the next email. */
export function createSmtpTransport({ smtpUrl, requireTls = false, connections = 4 }: SmtpOptions): EmailTransport {
  const options = {
    pool: true,
    url: smtpUrl,
    requireTLS: requireTls,
    maxConnections: connections,
    // Together shorter than the worker's lease of a job.
    dnsTimeout: 5_000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as const;
  /** Loaded with the first email. */
  let transporter: Promise<Transporter> | undefined;
  const open = async () => (await import('nodemailer')).createTransport(options);
  return {
    async send(email, signal) {
      try {
        await (await (transporter ??= open())).sendMail({ ...toMessage(email), signal });
      } catch (error) {
        throw toJobError(error);
      }
    },
    close: () => void transporter?.then((opened) => opened.close()),
  };
}

function toMessage({ from, to, replyTo, subject, text, html, headers }: OutgoingEmail) {
  const { 'Message-ID': messageId = '', ...others } = headers;
  return {
    from,
    // An object is taken as one address, however it is written.
    to: { name: '', address: to },
    replyTo,
    subject,
    text,
    html,
    messageId,
    headers: others,
  };
}

interface SmtpFailure {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
  readonly permanent?: boolean;
}

/** Commands after which a refusal is about this email; before them, it is about us and can be put right. */
const recipientCommands = ['RCPT TO', 'DATA'];

/** What the server answered, without its words, which repeat the address. */
function toJobError(error: unknown): JobError {
  const { code = 'unknown', command = '', responseCode, permanent = false } = error as SmtpFailure;
  const answer = responseCode === undefined ? code : `${code}, ${command} was answered with ${responseCode}`;
  const isRefused = code === 'EENVELOPE' && responseCode === undefined;
  if (isRefused || (permanent && recipientCommands.includes(command)))
    return new JobRefused(`The mail server refuses this mail (${answer})`, { cause: error });
  return new JobError(`The mail server did not take the mail (${answer})`, { cause: error });
}

/** An email as it goes out. */
export interface OutgoingEmail {
  /** Of the job that sends it: an email that is sent again is the same one. */
  readonly id: string;
  /** As `Name <address>`. */
  readonly from: string;
  /** One bare address. */
  readonly to: string;
  readonly replyTo: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Headers of ours, such as `Message-ID`. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Where emails go: an SMTP server, or the development mailbox. */
export interface EmailTransport {
  /** Resolves when the email is in other hands. Throws `JobRefused` where its recipient was refused for good. */
  send(email: OutgoingEmail, signal: AbortSignal): Promise<void>;
  /** Ends the connections that it keeps. */
  close(): void;
}
