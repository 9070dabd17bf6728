/** A mail as it goes out. */
export interface OutgoingMail {
  /** Of the job that sends it: a mail that is sent again is the same one. */
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

/** Where mails go: an SMTP server, or the development mailbox. */
export interface MailTransport {
  /** Resolves when the mail is in other hands. Throws `JobRefused` where its recipient was refused for good. */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<void>;
  /** Ends the connections that it keeps. */
  close(): void;
}
