import type { KeptMail } from '../development-transport.ts';
import { html } from '../html.ts';
import { readableTime, renderMailboxPage } from './render-mailbox.ts';

/** One mail: its headers, its HTML as a mail program shows it, and its text. */
export function renderMail({ id, subject, from, to, replyTo, headers, text, sentAt }: KeptMail): string {
  const lines = { From: from, To: to, 'Reply-To': replyTo, Sent: readableTime(sentAt), ...headers };
  return renderMailboxPage(
    subject,
    html`<p><a href="/dev/mail">All mails</a></p>
      <h1>${subject}</h1>
      <dl>
        ${Object.entries(lines).map(
          ([name, value]) =>
            html`<dt>${name}</dt>
              <dd>${value}</dd> `,
        )}
      </dl>
      <h2>HTML</h2>
      <iframe
        title="HTML"
        src="/dev/mail/${id}/html"
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        referrerpolicy="no-referrer"
      ></iframe>
      <h2>Text</h2>
      <pre>${text}</pre>`,
  );
}

/** The page of a mail that isn't there. */
export function renderMissingMail(): string {
  return renderMailboxPage(
    'No such mail',
    html`<h1>No such mail</h1>
      <p>It may have made room for a newer one. <a href="/dev/mail">All mails</a></p>`,
  );
}

/** The HTML of a mail, its links opening in tabs of their own. */
export function toFrame(mailHtml: string): string {
  return mailHtml.replace('<head>', '<head><base target="_blank" />');
}
