import { expect, it, onTestFinished } from 'vitest';
import { createSmtpTransport, type OutgoingEmail } from '../../api/emails/smtp-transport.ts';
import { receiveEmails } from './mailing.ts';

const mail: OutgoingEmail = {
  id: '00000000-0000-4000-8000-000000000001',
  from: 'no-reply@still.example',
  to: 'ada@example.org',
  replyTo: 'hello@still.example',
  subject: 'A link',
  text: 'https://still.example/reset-password/7/token',
  html: '<p>https://still.example/reset-password/7/token</p>',
  headers: {},
};

it.each([
  ['is sent to a server without TLS', { requireTls: false, outcome: 'sent', count: 1 }],
  ['is kept back from a server without TLS where TLS is required', { requireTls: true, outcome: 'failed', count: 0 }],
])('An email %s', async (_what, { requireTls, outcome, count }) => {
  const { url, received } = await receiveEmails();
  const transport = createSmtpTransport({ smtpUrl: url, requireTls });
  onTestFinished(() => transport.close());
  const sent = transport.send(mail, new AbortController().signal);
  expect(
    await sent.then(
      () => 'sent',
      () => 'failed',
    ),
  ).toBe(outcome);
  expect(received).toHaveLength(count);
});
