import { expect, test } from 'vitest';
import { normaliseEmail } from '../../api/accounts/email-address.ts';

test('spellings of one address become one', () => {
  const spellings = ['ada@example.org', ' Ada@Example.ORG\n', 'ADA@EXAMPLE.ORG'];
  expect(new Set(spellings.map(normaliseEmail))).toEqual(new Set(['ada@example.org']));
  expect(normaliseEmail('man\u0303ana@example.org')).toBe('ma\u00F1ana@example.org');
});
