import { type Response, Router } from 'express';
import { createHash } from 'node:crypto';
import { findKeptMail, listKeptMails } from '../../api/emails/development-transport.ts';
import type { Database } from '../../api/platform/db/database.ts';
import { type HeaderList, pageSecurityHeaders } from '../../api/platform/http/security-headers.ts';
import { mailboxStyle, renderMail, renderMailbox, renderMissingMail, toFrame } from './mailbox-pages.ts';

/**
 * What was sent while there is no SMTP server: `/dev/mail` for people, `/dev/mail.json?to=` for programs. Who reaches it
 * can read every mail, so it goes behind `requireDevelopmentToken`.
 */
export function createMailbox({ database }: { database: Database }): Router {
  const router = Router();
  router.get('/dev/mail.json', async (request, response) => {
    setHeaders(response, mailboxHeaders);
    response.json(await listKeptMails(database, { to: textOf(request.query['to']) }));
  });
  router.get('/dev/mail', async (request, response) => {
    const to = textOf(request.query['to']);
    setHeaders(response, mailboxHeaders);
    response.send(renderMailbox(await listKeptMails(database, { to }), to));
  });
  router.get('/dev/mail/:id', async (request, response) => {
    const mail = await findKeptMail(database, request.params.id);
    setHeaders(response, mailboxHeaders);
    if (mail) response.send(renderMail(mail));
    else response.status(404).send(renderMissingMail());
  });
  router.get('/dev/mail/:id/html', async (request, response) => {
    const mail = await findKeptMail(database, request.params.id);
    setHeaders(response, mailHeaders);
    if (mail) response.send(toFrame(mail.html));
    else response.status(404).send(toFrame(''));
  });
  return router;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function setHeaders(response: Response, headers: HeaderList): void {
  for (let index = 0; index < headers.length; index += 2)
    response.setHeader(headers[index] ?? '', headers[index + 1] ?? '');
}

const styleHash = `sha256-${createHash('sha256').update(mailboxStyle).digest('base64')}`;

const hidden: HeaderList = ['Cache-Control', 'no-store', 'X-Robots-Tag', 'noindex'];

/** Of our own pages: their one style sheet, and frames from here. */
const mailboxHeaders: HeaderList = [
  ...pageSecurityHeaders({ inline: { scripts: [], styles: [styleHash] }, addressIsSecret: true }),
  ...hidden,
];

/** Of a mail in its frame: it has its styles, and links that open beside it; nothing runs and nothing is loaded. */
const mailHeaders: HeaderList = [
  'Content-Security-Policy',
  [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-popups allow-popups-to-escape-sandbox',
  ].join('; '),
  'X-Frame-Options',
  'SAMEORIGIN',
  'X-Content-Type-Options',
  'nosniff',
  'Referrer-Policy',
  'no-referrer',
  ...hidden,
];
