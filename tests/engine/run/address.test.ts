import { expect, test } from 'vitest';
import { readAddress, sayable } from '../../../engine/run/address.ts';

test.each([
  ['Ana', 'Ana'],
  ['  Zoë  Mary ', 'Zoë Mary'],
  ["O'Neil-Brontë", "O'Neil-Brontë"],
  ['O’Neil', "O'Neil"],
  ['Zoe\u0308', 'Zoë'],
  ['محمد', 'محمد'],
  ['दीपिका', 'दीपिका'],
  ['李小龙', '李小龙'],
])('a text can say the name %j', (value, said) => {
  expect(sayable(value)).toBe(said);
});

test.each([
  '',
  ' ',
  "'",
  '--',
  '<b>Ana</b>',
  'Ana & Bo',
  '"Ana"',
  '{{name}}',
  '{{query.first_name|x}}',
  'Ana\u202E',
  '\u2068Ana\u2069',
  'Ana\u200F',
  'A\u200Bna',
  'A\nna',
  'Ana\0',
  'Ana 2',
  'www.example',
  'a@b.co',
  '*Ana*',
  '[Ana](https',
  '\u3164',
  '\u0301',
  '👋',
])('a text does not say %j', (value) => {
  expect(sayable(value)).toBeUndefined();
});

test('a value is read up to its length in characters, and only where a text or a field needs it', () => {
  const address = { name: { maxLength: 3 }, list: { personal: true as const } };
  const read = (values: Record<string, unknown>) => readAddress(address, (name) => values[name]);
  expect(read({ name: 'Ana', list: 'L7', other: 'x' })).toEqual({ name: 'Ana' });
  expect(read({ name: '𠮷𠮷𠮷' })).toEqual({ name: '𠮷𠮷𠮷' });
  for (const name of ['Anna', '', null, undefined, 7, ['Ana']]) expect(read({ name })).toEqual({});
});
