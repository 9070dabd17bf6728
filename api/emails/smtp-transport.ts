import { createTransport } from 'nodemailer';
import { JobError, JobRefused } from '../platform/jobs/job.ts';
import type { MailTransport, OutgoingMail } from './transport.ts';

interface SmtpOptions {
  /** `smtps://` for TLS at once; `smtp://` for TLS where the server offers it, `requireTls` for only with it. */
  readonly smtpUrl: string;
  readonly requireTls?: boolean;
  /** How many mails are handed over at the same time. */
  readonly connections?: number;
}

/** Hands mails to an SMTP server, over connections that are kept for the next mail. */
export function createSmtpTransport({ smtpUrl, requireTls = false, connections = 4 }: SmtpOptions): MailTransport {
  const transporter = createTransport({
    pool: true,
    url: smtpUrl,
    requireTLS: requireTls,
    maxConnections: connections,
    // Together shorter than a worker's patience.
    dnsTimeout: 5_000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail, signal) {
      try {
        await transporter.sendMail({ ...toMessage(mail), signal });
      } catch (error) {
        throw toJobError(error);
      }
    },
    close: () => transporter.close(),
  };
}

function toMessage({ from, to, replyTo, subject, text, html, headers }: OutgoingMail) {
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

/** Commands after which a refusal is about this mail; before them, it is about us and can be put right. */
const commandsAboutTheMail = ['RCPT TO', 'DATA'];

/** What the server answered, without its words, which repeat the address. */
function toJobError(error: unknown): JobError {
  const { code = 'unknown', command = '', responseCode, permanent = false } = error as SmtpFailure;
  const answer = responseCode === undefined ? code : `${code}, ${command} was answered with ${responseCode}`;
  const isRefused = code === 'EENVELOPE' && responseCode === undefined;
  if (isRefused || (permanent && commandsAboutTheMail.includes(command)))
    return new JobRefused(`The mail server refuses this mail (${answer})`, { cause: error });
  return new JobError(`The mail server did not take the mail (${answer})`, { cause: error });
}
