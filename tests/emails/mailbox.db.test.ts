import { createServer } from 'node:http';
import express from 'express';
import { expect, it, onTestFinished } from 'vitest';
import type { Database } from '../../api/platform/db/database.ts';
import { createDevelopmentTransport, type StoredEmail } from '../../api/emails/development-transport.ts';
import { enqueueEmail } from '../../api/emails/requests.ts';
import { createMailbox } from '../../scripts/mailbox/create-mailbox.ts';
import type { OutgoingEmail } from '../../api/emails/smtp-transport.ts';
import { ask, listenAnywhere } from '../harness/app.ts';
import { describePostgres } from '../harness/databases.ts';
import { addUser, startMailing, until } from './mailing.ts';

/** The mailbox on a free port; asks it and resolves to the answer. */
async function runMailbox(database: Database) {
  const server = createServer(express().use(createMailbox({ database })));
  const port = await listenAnywhere(server);
  onTestFinished(() => void server.close());
  return (path: string) => ask(port, path);
}

const emailNumber = (n: number): OutgoingEmail => ({
  id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  from: 'Still Waters <no-reply@still.example>',
  to: 'ada@example.org',
  replyTo: 'hello@still.example',
  subject: `Number ${n} <script>`,
  text: 'Hello </pre><script>alert(1)</script>',
  html: '<!doctype html><html><head></head><body><script>alert(1)</script></body></html>',
  headers: { 'Message-ID': `<${n}@still.example>` },
});

describePostgres('the development mailbox', (open) => {
  it('lists what was sent, newest first, for programs', async () => {
    const database = await open();
    const user = await addUser(database, { email: 'ada@example.org' });
    const other = await addUser(database);
    const worker = startMailing(database, createDevelopmentTransport(database));
    const read = await runMailbox(database);
    const list = async (query = '') => JSON.parse((await read(`/dev/mail.json${query}`)).text) as StoredEmail[];
    expect(await list()).toEqual([]);
    await enqueueEmail(database.knex, { template: 'verify_email', userId: user.id });
    worker.wake();
    await until(async () => expect(await list()).toHaveLength(1));
    await enqueueEmail(database.knex, { template: 'welcome', userId: other.id });
    worker.wake();
    await until(async () => expect(await list()).toHaveLength(2));
    expect((await list()).map(({ to }) => to)).toEqual([other.email, 'ada@example.org']);
    const [mail] = await list('?to=Ada@example.org');
    expect(mail).toMatchObject({ to: 'ada@example.org', subject: 'Verify your email address' });
    expect(mail?.text).toMatch(/https:\/\/still\.example\/verify-email\/[\da-f-]{36}\/[\w-]{43}/);
    expect(Date.parse(mail?.sentAt ?? '')).not.toBeNaN();
    expect(await list('?to=nobody@example.org')).toEqual([]);
  });

  it('keeps the newest 200, and an email that is sent again once', async () => {
    const database = await open();
    const transport = createDevelopmentTransport(database);
    const { signal } = new AbortController();
    for (let n = 1; n <= 203; n += 1) await transport.send(emailNumber(n), signal);
    await transport.send(emailNumber(203), signal);
    const rows = await database.knex('development_mails').orderBy('sent_at').select<{ mail: OutgoingEmail }[]>('mail');
    expect(rows).toHaveLength(200);
    expect(rows[0]?.mail.subject).toBe('Number 4 <script>');
  });

  it('shows emails to people, and nothing in them runs', async () => {
    const database = await open();
    await createDevelopmentTransport(database).send(emailNumber(1), new AbortController().signal);
    const read = await runMailbox(database);
    const list = await read('/dev/mail');
    expect(list.text).toContain('Number 1 &#60;script&#62;');
    const [, path = ''] = /href="(\/dev\/mail\/[\da-f-]+)"/.exec(list.text) ?? [];
    const page = await read(path);
    const frame = await read(`${path}/html`);
    expect(page.text).toContain('Hello &#60;/pre&#62;&#60;script&#62;');
    for (const { text, headers } of [list, page]) {
      expect(text).not.toMatch(/<script|\sstyle=/);
      expect(headers['content-security-policy']).toContain("script-src 'self';");
      expect(headers['content-security-policy']).not.toContain('unsafe');
      expect(headers['cache-control']).toBe('no-store');
    }
    expect(frame.headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox (?!.*allow-scripts)/);
    expect(frame.text).toContain('<base target="_blank" />');
    expect((await read('/dev/mail/unknown')).status).toBe(404);
    expect((await read('/dev/mail/unknown/html')).status).toBe(404);
  });
});
