import { expect, test } from 'vitest';
import { mailboxOf, normaliseEmail } from '../../api/emails/address.ts';

test('spellings of one address become one', () => {
  const spellings = ['ada@example.org', ' Ada@Example.ORG\n', 'ADA@EXAMPLE.ORG'];
  expect(new Set(spellings.map(normaliseEmail))).toEqual(new Set(['ada@example.org']));
  expect(normaliseEmail('man\u0303ana@example.org')).toBe('ma\u00F1ana@example.org');
});

test.each([
  ['ada@example.org', 'ada@example.org'],
  ['ada+quiz@example.org', 'ada@example.org'],
  ['ada+a+b@example.org', 'ada@example.org'],
  ['a.da@example.org', 'a.da@example.org'],
  ['a.d.a+quiz@gmail.com', 'ada@gmail.com'],
  ['a.da@googlemail.com', 'ada@gmail.com'],
  ['+ada@example.org', '+ada@example.org'],
  ['ada@gmail.com.example.org', 'ada@gmail.com.example.org'],
])('emails to %s reach the mailbox %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});
