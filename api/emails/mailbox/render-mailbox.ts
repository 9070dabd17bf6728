import { html, Html } from '../html.ts';
import type { KeptMail } from '../development-transport.ts';
import { mailboxStyle } from './mailbox-style.ts';

/** The list of mails, newest first. */
export function renderMailbox(mails: readonly KeptMail[], to: string | undefined): string {
  const filtered = to === undefined ? '' : html` · only to ${to} · <a href="/dev/mail">show all</a>`;
  return renderMailboxPage(
    'Development mailbox',
    html`<h1>Development mailbox</h1>
      <p class="soft">
        Mails come here while SMTP_URL is not set. The newest 200 are kept ·
        <a href="/dev/mail.json">as JSON</a>${filtered}
      </p>
      ${
        mails.length === 0
          ? html`<p>No mail yet. Sign up, or ask for a new password, and load this page again.</p>`
          : html`<ul class="mails">
              ${mails.map(renderEntry)}
            </ul>`
      }`,
  );
}

function renderEntry({ id, subject, to, sentAt }: KeptMail): Html {
  return html`<li>
    <a href="/dev/mail/${id}">
      <span class="subject">${subject}</span>
      <span class="soft">${to}</span>
      <time class="soft" datetime="${sentAt}">${readableTime(sentAt)}</time>
    </a>
  </li> `;
}

/** `2026-11-21 10:03:03 UTC` */
export function readableTime(iso: string): string {
  return `${iso.slice(0, 19).replace('T', ' ')} UTC`;
}

/** The frame around the mailbox's pages. */
export function renderMailboxPage(title: string, main: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <title>${title}</title>
        ${style}
      </head>
      <body>
        <main>${main}</main>
      </body>
    </html> `.markup;
}

// Exactly the text that the page's Content-Security-Policy names by its hash.
const style = new Html(`<style>${mailboxStyle}</style>`);
