import type { Router } from 'express';
import { createHash } from 'node:crypto';
import { findStoredEmail, type StoredEmail, listStoredEmails } from '../../api/emails/development-transport.ts';
import { html, Html } from '../../api/platform/html.ts';
import type { Database } from '../../api/platform/db/database.ts';
import { type HeaderFields, pageSecurityHeaders } from '../../api/platform/http/security-headers.ts';
import { palette } from '../../content/brand.ts';
import { createRouter } from '../../api/platform/http/router.ts';

/**
 * What was sent while there is no SMTP server: `/dev/mail` for people, `/dev/mail.json?to=` for programs. Who reaches it
 * can read every email, so it goes behind `requireDevelopmentToken`.
 */
export function createMailbox({ database }: { database: Database }): Router {
  const router = createRouter();
  router.get('/dev/mail.json', async (request, response) => {
    response.set(mailboxHeaders);
    response.json(await listStoredEmails(database, { to: textOf(request.query['to']) }));
  });
  router.get('/dev/mail', async (request, response) => {
    const to = textOf(request.query['to']);
    response.set(mailboxHeaders);
    response.send(renderMailbox(await listStoredEmails(database, { to }), to));
  });
  router.get('/dev/mail/:id', async (request, response) => {
    const email = await findStoredEmail(database, request.params.id);
    response.set(mailboxHeaders);
    if (email) response.send(renderEmail(email));
    else response.status(404).send(renderMissingEmail());
  });
  router.get('/dev/mail/:id/html', async (request, response) => {
    const email = await findStoredEmail(database, request.params.id);
    response.set(emailHeaders);
    if (email) response.send(toFrame(email.html));
    else response.status(404).send(toFrame(''));
  });
  return router;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The list of emails, newest first. */
function renderMailbox(emails: readonly StoredEmail[], to: string | undefined): string {
  const filtered = to === undefined ? '' : html` · only to ${to} · <a href="/dev/mail">show all</a>`;
  return renderMailboxPage(
    'Development mailbox',
    html`<h1>Development mailbox</h1>
      <p class="soft">
        Mails come here while SMTP_URL is not set. The newest 200 are kept ·
        <a href="/dev/mail.json">as JSON</a>${filtered}
      </p>
      ${
        emails.length === 0
          ? html`<p>No mail yet. Sign up, or ask for a new password, and load this page again.</p>`
          : html`<ul class="mails">
              ${emails.map(renderEntry)}
            </ul>`
      }`,
  );
}

function renderEntry({ id, subject, to, sentAt }: StoredEmail): Html {
  return html`<li>
    <a href="/dev/mail/${id}">
      <span class="subject">${subject}</span>
      <span class="soft">${to}</span>
      <time class="soft" datetime="${sentAt}">${readableTime(sentAt)}</time>
    </a>
  </li> `;
}

/** `2026-11-21 10:03:03 UTC` */
function readableTime(iso: string): string {
  return `${iso.slice(0, 19).replace('T', ' ')} UTC`;
}

/** The frame around the mailbox's pages. */
function renderMailboxPage(title: string, main: Html): string {
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

/** One email: its headers, its HTML as a mail program shows it, and its text. */
function renderEmail({ id, subject, from, to, replyTo, headers, text, sentAt }: StoredEmail): string {
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

/** The page of an email that isn't there. */
function renderMissingEmail(): string {
  return renderMailboxPage(
    'No such mail',
    html`<h1>No such mail</h1>
      <p>It may have made room for a newer one. <a href="/dev/mail">All mails</a></p>`,
  );
}

/** The HTML of an email, its links opening in tabs of their own. */
function toFrame(emailHtml: string): string {
  return emailHtml.replace('<head>', '<head><base target="_blank" />');
}

/** The mailbox's one style sheet, in the colours of the site. */
const mailboxStyle = `
  :root { color-scheme: light dark; --page: ${palette.day.page}; --surface: ${palette.day.surface}; --ink: ${palette.day.ink}; --soft: ${palette.day.inkSoft}; --line: ${palette.day.line}; --accent: ${palette.day.accent}; }
  @media (prefers-color-scheme: dark) {
    :root { --page: ${palette.night.page}; --surface: ${palette.night.surface}; --ink: ${palette.night.ink}; --soft: ${palette.night.inkSoft}; --line: ${palette.night.line}; --accent: ${palette.night.accent}; }
  }
  * { box-sizing: border-box; }
  body { margin: 0; padding: 2rem 1rem 4rem; background: var(--page); color: var(--ink); font: 1rem/1.6 Figtree, system-ui, sans-serif; }
  main { max-width: 56rem; margin: 0 auto; }
  h1 { margin: 0 0 0.25rem; font-size: 1.6875rem; line-height: 1.22; letter-spacing: -0.014em; overflow-wrap: anywhere; }
  h2 { margin: 2rem 0 0.75rem; font-size: 1.1875rem; }
  p { margin: 0 0 1.5rem; }
  a { color: var(--accent); }
  a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
  .soft { color: var(--soft); }
  .mails { margin: 0; padding: 0; list-style: none; background: var(--surface); border: 1px solid var(--line); border-radius: 1rem; overflow: hidden; }
  .mails li + li { border-top: 1px solid var(--line); }
  .mails a { display: flex; flex-wrap: wrap; gap: 0 1rem; padding: 0.875rem 1.25rem; color: inherit; text-decoration: none; }
  .mails a:hover { background: var(--page); }
  .mails a:focus-visible { outline-offset: -3px; }
  .subject { flex: 1 1 16rem; font-weight: 600; }
  .mails .soft { flex: 0 1 auto; font-size: 0.9375rem; overflow-wrap: anywhere; }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1rem; margin: 1.5rem 0 0; font-size: 0.9375rem; }
  dt { color: var(--soft); }
  dd { margin: 0; overflow-wrap: anywhere; }
  iframe { display: block; width: 100%; height: 54rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--page); resize: both; }
  pre { margin: 0; padding: 1.25rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--surface); font: 0.9375rem/1.6 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
  @media (max-width: 30rem) { dl { display: block; } dd { margin-bottom: 0.5rem; } }
`;

// Exactly the text that the page's Content-Security-Policy names by its hash.
const style = new Html(`<style>${mailboxStyle}</style>`);

const styleHash = `sha256-${createHash('sha256').update(mailboxStyle).digest('base64')}`;

const hidden: HeaderFields = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' };

/** Of our own pages: their one style sheet, and frames from here. */
const mailboxHeaders: HeaderFields = {
  ...pageSecurityHeaders({ inline: { scripts: [], styles: [styleHash] }, addressIsSecret: true }),
  ...hidden,
};

/** Of an email in its frame: it has its styles, and links that open beside it; nothing runs and nothing is loaded. */
const emailHeaders: HeaderFields = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-popups allow-popups-to-escape-sandbox',
  ].join('; '),
  'X-Frame-Options': 'SAMEORIGIN',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  ...hidden,
};
