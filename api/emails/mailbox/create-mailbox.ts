import { Router, type Response } from 'express';
import type { Database } from '../../platform/db/database.ts';
import type { HeaderList } from '../../platform/http/security-headers.ts';
import { findKeptMail, listKeptMails } from '../development-transport.ts';
import { mailHeaders, mailboxHeaders } from './mailbox-headers.ts';
import { renderMailbox } from './render-mailbox.ts';
import { renderMail, renderMissingMail, toFrame } from './render-mail.ts';

/**
 * What was sent while there is no SMTP server: `/dev/mail` for people, `/dev/mail.json?to=` for programs. Who reaches it
 * can read every mail, so it goes behind `requireDevelopmentToken`.
 */
export function createDevelopmentMailbox({ database }: { database: Database }): Router {
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
