import { brand } from '../../content/brand.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { findOneTimeToken } from '../../api/accounts/one-time-tokens.ts';
import type { Database } from '../../api/platform/db/database.ts';
import { enqueueEmail, type EmailTemplate, type OneTimePurpose } from '../../api/emails/requests.ts';
import { createSmtpTransport } from '../../api/emails/smtp-transport.ts';
import { describePostgres } from '../harness/databases.ts';
import { allEmails } from './all-emails.ts';
import type { ReceivedEmail } from '../harness/mail-server.ts';
import {
  addUser,
  keys,
  newAddressOf,
  publicUrl,
  startMailing,
  until,
  type Recipient,
  receiveEmails,
} from './mailing.ts';

const subjects: Readonly<Record<'en' | 'es', Readonly<Record<EmailTemplate, string>>>> = {
  en: {
    verify_email: 'Verify your email address',
    reset_password: 'Choose a new password',
    address_taken: 'You already have an account',
    password_changed: 'Your password was changed',
    confirm_email: 'Confirm your new email address',
    email_changed: 'Your email address was changed',
    email_change_undone: 'Your email address is back',
    welcome: `Welcome to ${brand.name}`,
    account_removed: 'Your account was removed',
    payment_receipt: 'Your receipt for $29.99',
    renewal_ahead: 'Your plan renews on February 21, 2027',
    payment_failed: 'Your payment didn’t go through',
    subscription_ends: 'Your plan ends on January 1, 9000',
    refund_done: 'We refunded $29.99',
    access_suspended: 'Your access is on hold',
    dispute_won: 'Your bank has decided: the payment stands',
  },
  es: {
    verify_email: 'Verifica tu correo',
    reset_password: 'Elige una contraseña nueva',
    address_taken: 'Ya tienes una cuenta',
    password_changed: 'Tu contraseña ha cambiado',
    confirm_email: 'Confirma tu nueva dirección de correo',
    email_changed: 'La dirección de correo de tu cuenta ha cambiado',
    email_change_undone: 'Has recuperado tu dirección de correo',
    welcome: `Te damos la bienvenida a ${brand.name}`,
    account_removed: 'Tu cuenta se ha eliminado',
    payment_receipt: 'Recibo de tu pago de 29,99\u00A0US$',
    renewal_ahead: 'Tu plan se renueva el 21 de febrero de 2027',
    payment_failed: 'Tu pago no se ha completado',
    subscription_ends: 'Tu plan termina el 1 de enero de 9000',
    refund_done: 'Te hemos devuelto 29,99\u00A0US$',
    access_suspended: 'Tu acceso está en pausa',
    dispute_won: 'Tu banco ha decidido: el pago se mantiene',
  },
};

const headersOf = ({ mail }: ReceivedEmail) => new Map(mail.headers.map(({ key, value }) => [key, value]));

const linksIn = ({ mail }: ReceivedEmail) =>
  [...new Set(mail.html?.match(/(?<=href=")[^"]+/g))].map((link) => link.replaceAll('&#38;', '&'));

/** Moves time on, so that jobs which failed are due. */
const passTime = (database: Database) => database.knex('jobs').update({ run_at: new Date(0), leased_until: null });

const readJob = (database: Database) =>
  database.knex('jobs').first('attempts', 'last_error', 'dead_at', 'leased_until');

async function expectLink(
  database: Database,
  { link, user, purpose }: { link: string | undefined; user: Recipient; purpose: OneTimePurpose },
): Promise<void> {
  const [, page, userId, token] = new URL(link!).pathname.split('/');
  expect(userId).toBe(user.id);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(page).toBe(['verify_email', 'confirm_email'].includes(purpose) ? 'verify-email' : 'reset-password');
  const found = await findOneTimeToken(database.knex, keys, { purpose, userId: userId!, token: token! });
  const emailChangeId = ['confirm_email', 'undo_email'].includes(purpose) ? user.id : null;
  expect(found).toEqual({ isExpired: false, isUsed: false, email: user.email, emailChangeId });
}

describePostgres('mails over SMTP', (open) => {
  describe.each(['en', 'es'] as const)('in %s', (language) => {
    it('arrive whole: subject, text and HTML, links, headers', async () => {
      const database = await open();
      const user = await addUser(database, { language });
      const { url, received } = await receiveEmails();
      startMailing(database, createSmtpTransport({ smtpUrl: url }));
      for (const request of allEmails(user, language)) await enqueueEmail(database.knex, request);
      await until(() => expect(received).toHaveLength(Object.keys(subjects.en).length));

      const bySubject = new Map(received.map((each) => [each.mail.subject, each]));
      expect(new Set(bySubject.keys())).toEqual(new Set(Object.values(subjects[language])));
      for (const each of received) {
        const isForNewAddress = each.mail.subject === subjects[language].confirm_email;
        expect(each.recipients).toEqual([isForNewAddress ? newAddressOf(user.email) : user.email]);
        expect(each.mail.from).toMatchObject({ name: 'Still Waters', address: 'no-reply@still.example' });
        expect(each.mail.replyTo).toMatchObject([{ address: 'hello@stillwaters.example' }]);
        const greeting = language === 'en' ? 'Hello Lucía,' : 'Hola, Lucía:';
        expect(each.mail.text?.startsWith(greeting)).toBe(true);
        expect(each.mail.html).toContain(greeting.replace('Lucía', '<bdi>Lucía</bdi>'));
        expect(each.mail.text).toContain('20 Harbour Street, London');
        const headers = headersOf(each);
        expect(headers.get('auto-submitted')).toBe('auto-generated');
        expect(headers.get('content-language')).toBe(language);
        expect(headers.get('message-id')).toMatch(/^<[\da-f-]{36}@still\.example>$/);
        expect(Math.abs(Date.parse(headers.get('date') ?? '') - Date.now())).toBeLessThan(60_000);
        expect(headers.get('content-type')).toMatch(/^multipart\/alternative/);
        expect(each.raw.indexOf('text/plain')).toBeLessThan(each.raw.indexOf('text/html'));
        for (const link of linksIn(each)) expect(each.mail.text).toContain(link);
      }

      const emailOf = (template: EmailTemplate) => bySubject.get(subjects[language][template])!;
      for (const purpose of ['verify_email', 'reset_password', 'confirm_email'] as const)
        await expectLink(database, { link: linksIn(emailOf(purpose))[0], user, purpose });
      await expectLink(database, { link: linksIn(emailOf('email_changed'))[0], user, purpose: 'undo_email' });
      const locale = `?locale=${language}`;
      expect(linksIn(emailOf('address_taken'))).toEqual([`${publicUrl}/login${locale}`]);
      expect(linksIn(emailOf('password_changed'))).toEqual([`${publicUrl}/forgot-password${locale}`]);
      expect(linksIn(emailOf('welcome'))).toEqual([
        `${publicUrl}/cabinet/sessions${locale}`,
        `${publicUrl}/cabinet/email-unsubscribe${locale}`,
      ]);
      expect(linksIn(emailOf('payment_receipt'))).toEqual([`${publicUrl}/cabinet/sessions${locale}`]);
      expect(linksIn(emailOf('renewal_ahead'))).toEqual([`${publicUrl}/cabinet/profile${locale}`]);
      expect(linksIn(emailOf('payment_failed'))).toEqual([`${publicUrl}/cabinet/payment${locale}`]);
      expect(linksIn(emailOf('subscription_ends'))).toEqual([`${publicUrl}/cabinet/profile${locale}`]);
      expect(linksIn(emailOf('access_suspended'))).toEqual([`${publicUrl}/cabinet/payment${locale}`]);
      expect(linksIn(emailOf('dispute_won'))).toEqual([`${publicUrl}/cabinet/profile${locale}`]);
      for (const template of ['refund_done', 'account_removed'] as const)
        expect(linksIn(emailOf(template))).toEqual([]);
    });
  });

  it('can be stopped by one click in the mail program, where they are not about the account itself', async () => {
    const database = await open();
    const user = await addUser(database);
    const { url, received } = await receiveEmails();
    startMailing(database, createSmtpTransport({ smtpUrl: url }));
    for (const request of allEmails(user, 'en')) await enqueueEmail(database.knex, request);
    await until(() => expect(received).toHaveLength(Object.keys(subjects.en).length));
    const stoppable = received.filter((each) => headersOf(each).has('list-unsubscribe'));
    expect(stoppable.map(({ mail }) => mail.subject)).toEqual([`Welcome to ${brand.name}`]);
    const headers = headersOf(stoppable[0]!);
    expect(headers.get('list-unsubscribe')).toBe(`<${publicUrl}/api/v1/emails/unsubscribe/${user.unsubscribe_id}/>`);
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  });

  it('are not sent where there is no account, to the removed, to the verified and to the unsubscribed, each where it matters', async () => {
    const database = await open();
    const removed = await addUser(database);
    const gone = { deleted_at: new Date(), email: null, password_hash: null };
    await database.knex('users').where({ id: removed.id }).update(gone);
    const settled = await addUser(database, { email_verified_at: new Date(), unsubscribed_at: new Date() });
    const { url, received } = await receiveEmails();
    const removedEmails = allEmails(removed, 'en').filter(({ template }) => template !== 'account_removed');
    for (const request of [...removedEmails, ...allEmails(settled, 'en')]) await enqueueEmail(database.knex, request);
    await enqueueEmail(database.knex, { template: 'reset_password', email: 'nobody@example.org' });
    startMailing(database, createSmtpTransport({ smtpUrl: url }));
    await until(async () => expect(await readJob(database)).toBeUndefined());
    const { verify_email, welcome, ...others } = subjects.en;
    expect(received).toHaveLength(Object.keys(others).length);
    const arrived = new Set(received.map(({ mail }) => mail.subject));
    expect(arrived).toEqual(new Set(Object.values(others)));
    for (const subject of [verify_email, welcome]) expect(arrived).not.toContain(subject);
    for (const { recipients } of received)
      expect([settled.email, newAddressOf(settled.email)]).toContain(recipients.join());
  });

  it('can not be bent by what people type', async () => {
    const database = await open();
    const { url, received } = await receiveEmails();
    const names = [
      'Eve\r\nBcc: eve@evil.example',
      '<script>alert(1)</script>',
      'https://evil.example',
      '"><a href="x">',
    ];
    for (const first_name of names)
      await enqueueEmail(database.knex, { template: 'welcome', userId: (await addUser(database, { first_name })).id });
    const removed = { template: 'account_removed', firstName: 'Ada', language: 'en' } as const;
    for (const to of ['ada@example.org\r\nBcc: eve@evil.example', 'ada@example.org, eve@evil.example'])
      await enqueueEmail(database.knex, { ...removed, to });
    startMailing(database, createSmtpTransport({ smtpUrl: url }));
    await until(() => expect(received.length).toBeGreaterThanOrEqual(4));
    await until(async () => expect(await database.knex('jobs').where({ attempts: 0 })).toEqual([]));
    await pause(200);
    for (const { mail, recipients } of received) {
      expect(recipients).toHaveLength(1);
      expect(recipients[0]).not.toMatch(/@evil\.example$/);
      expect(mail.headers.filter(({ key }) => key === 'bcc' || key === 'cc')).toEqual([]);
      expect(`${mail.subject}${mail.text}${mail.html}`).not.toMatch(/evil\.example|alert|href="x"/);
    }
  });
});

describePostgres('mails about the safety of an account whose address was changed', (open) => {
  it('go to the address that can be put back, each with the link that does so, and to none that cannot', async () => {
    const database = await open();
    const user = await addUser(database, { email: 'new@example.org' });
    const [userId, changeId] = [user.id, user.id];
    const soon = new Date(Date.now() + 5 * 86_400_000);
    const change = database.knex('email_changes').where({ id: changeId });
    await change.update({ old_email: 'old@example.org', new_email: user.email, undo_until: soon });
    const { url, received } = await receiveEmails();
    startMailing(database, createSmtpTransport({ smtpUrl: url }));
    for (const template of ['password_changed', 'email_change_undone', 'email_changed'] as const)
      await enqueueEmail(database.knex, { template, userId, changeId });
    await until(() => expect(received).toHaveLength(3));
    const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
    for (const each of received) {
      expect(each.recipients).toEqual(['old@example.org']);
      expect(each.mail.text).toContain(`until ${day.format(soon.getTime() - 86_400_000)} you can choose`);
      const [link] = linksIn(each);
      expect(link).toMatch(/&undo=email$/);
      await expectLink(database, { link, user, purpose: 'undo_email' });
    }
    await database.knex('email_changes').where({ id: changeId }).update({ undone_at: new Date() });
    for (const template of ['password_changed', 'email_change_undone'] as const)
      await enqueueEmail(database.knex, { template, userId, changeId });
    await until(async () => expect(await readJob(database)).toBeUndefined());
    const later = received.slice(3);
    expect(later.map(({ recipients, mail }) => [recipients, mail.subject])).toEqual([
      [[user.email], 'A change of your email address was undone'],
    ]);
    expect(linksIn(later[0]!)).toEqual([]);
    expect(later[0]!.mail.text).toContain('write to hello@stillwaters.example soon');
  });
});

describePostgres('mails that are not taken', (open) => {
  it('come later, with a link that works, when the server was away for a while', async () => {
    const database = await open();
    const user = await addUser(database);
    const port = 5_560;
    const transport = createSmtpTransport({ smtpUrl: `smtp://127.0.0.1:${port}` });
    startMailing(database, transport);
    await enqueueEmail(database.knex, { template: 'reset_password', email: user.email });
    await until(async () => expect(await readJob(database)).toMatchObject({ attempts: 1, dead_at: null }));
    await until(async () => {
      const job = await readJob(database);
      expect(job?.last_error).toBe('JobError: The mail server did not take the mail (ESOCKET)');
    });
    // As if hours had passed: the link of the first attempt would be too old by now.
    await database.knex('one_time_tokens').update({ expires_at: new Date(0) });
    const { received } = await receiveEmails({ port });
    await passTime(database);
    await until(() => expect(received).toHaveLength(1));
    await expectLink(database, { link: linksIn(received[0]!)[0], user, purpose: 'reset_password' });
    transport.close(); // before the server, which waits for its connections to end
  });

  it('are tried again as the same email when the server says later', async () => {
    const database = await open();
    const user = await addUser(database);
    const answers = [451, undefined];
    const { url, received } = await receiveEmails({ answerEmail: () => answers.shift() });
    startMailing(database, createSmtpTransport({ smtpUrl: url }));
    await enqueueEmail(database.knex, { template: 'verify_email', userId: user.id });
    const job = await database.knex('jobs').first<{ id: string }>('id');
    await until(async () => {
      expect(await readJob(database)).toMatchObject({
        last_error: 'JobError: The mail server did not take the mail (EMESSAGE, DATA was answered with 451)',
        dead_at: null,
      });
    });
    await passTime(database);
    await until(() => expect(received).toHaveLength(1));
    expect(received[0]?.mail.messageId).toBe(`<${job?.id}@still.example>`);
  });

  it('are given up after three refusals for good, and nothing personal is kept of why', async () => {
    const database = await open();
    const user = await addUser(database);
    const { url, received } = await receiveEmails({ answerRecipient: () => 550 });
    startMailing(database, createSmtpTransport({ smtpUrl: url }));
    await enqueueEmail(database.knex, { template: 'verify_email', userId: user.id });
    for (const attempts of [1, 2, 3]) {
      await until(async () => expect(await readJob(database)).toMatchObject({ attempts, leased_until: null }));
      if (attempts < 3) await passTime(database);
    }
    const job = await readJob(database);
    expect(job?.dead_at).not.toBeNull();
    expect(job?.last_error).toMatch(/^JobRefused: The mail server refuses this mail \(.*550\)$/);
    expect(job?.last_error).not.toContain('@');
    expect(received).toEqual([]);
  });
});
