import { describe, expect, test } from 'vitest';
import type { AskOptions } from '../harness/app.ts';
import { good, startSampleCalls, withJson } from './sample-calls.ts';

const sample = startSampleCalls();

/** JSON of no announced length. */
const inPieces = (body: string): AskOptions => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
  body,
});

describe('a body', () => {
  const refusals: [what: string, options: AskOptions, status: number, code: string][] = [
    ['that is not JSON', withJson('{"email":'), 400, 'bad_request'],
    ['of another type', withJson(good, { 'content-type': 'text/plain' }), 415, 'unsupported_media_type'],
    ['that is compressed', withJson(good, { 'content-encoding': 'gzip' }), 415, 'unsupported_media_type'],
    ['of more than 64 kB', withJson({ email: 'a'.repeat(66_000) }), 413, 'too_large'],
    ['of more than 64 kB, sent in pieces', inPieces('a'.repeat(200_000)), 413, 'too_large'],
    [
      'in another encoding',
      withJson(good, { 'content-type': 'application/json; charset=latin1' }),
      415,
      'unsupported_media_type',
    ],
    ['that is empty', withJson(''), 400, 'invalid_fields'],
    ['of no type', { method: 'POST' }, 415, 'unsupported_media_type'],
    ['deeper than any recursion', withJson('['.repeat(30_000) + ']'.repeat(30_000)), 400, 'invalid_fields'],
  ];
  test.each(refusals)('%s is refused', async (_what, options, status, code) => {
    expect(await sample.call('/auth/login/', options)).toMatchObject({ status, json: { code } });
  });

  const mistakes: [what: string, body: unknown, field: string, code: string][] = [
    ['a field that is missing', { email: good.email }, 'password', 'required'],
    ['a field that is empty', { ...good, email: '' }, 'email', 'required'],
    ['what is not an address', { ...good, email: 'ana' }, 'email', 'not_an_email'],
    ['letters that mail servers refuse', { ...good, email: 'josé@example.com' }, 'email', 'email_letters'],
    ['65 letters before the @', { ...good, email: `${'a'.repeat(65)}@example.com` }, 'email', 'not_an_email'],
    ['a list in place of text', { ...good, password: ['secret'] }, 'password', 'wrong_type'],
    ['a field that there is not', { ...good, admin: true }, 'admin', 'unknown_field'],
    ['a zero byte', { ...good, password: 'a\0' }, 'password', 'invalid'],
    ['half a character', { ...good, password: '\ud800' }, 'password', 'invalid'],
    ['text that is too long', { ...good, password: 'a'.repeat(201) }, 'password', 'too_long'],
  ];
  test.each(mistakes)('with %s is refused with one mistake for the field', async (_what, body, field, code) => {
    const { status, json } = await sample.call('/auth/login/', withJson(body));
    expect([status, json?.['code']]).toEqual([400, 'invalid_fields']);
    expect(json?.['errors']).toEqual([{ field, code, message: expect.any(String) }]);
  });

  test('can’t reach the prototype of anything', async () => {
    const { status } = await sample.call(
      '/auth/login/',
      withJson('{"email":"a@b.co","password":"x","__proto__":{"a":1}}'),
    );
    expect([status, ({} as { a?: unknown }).a]).toEqual([400, undefined]);
  });
});

describe('mistakes of a sign-up', () => {
  const body = { email: 'a@b.co', password: 'short', agreements: { terms: true, privacy: false } };

  test('are reported in the words of the form, one for each field', async () => {
    const { json } = await sample.call('/auth/signup/', withJson({ ...body, email: '' }));
    const errors = json?.['errors'] as { field: string; message: string }[];
    expect(Object.fromEntries(errors.map(({ field, message }) => [field, message]))).toEqual({
      email: 'You must fill this field.',
      password: 'At least 6 characters, a letter and a digit. Special characters are allowed.',
      'agreements.privacy': 'You must agree to this.',
      'agreements.cancelAnytime': 'You must agree to this.',
    });
  });

  test.each([
    [{ 'accept-language': 'es-MX, en;q=0.8' }],
    [{ cookie: 'locale=es' }],
    [{ 'accept-language': 'fr', cookie: 'locale=es' }],
  ])('are reported in Spanish for callers who ask by %j', async (headers) => {
    const { json } = await sample.call('/auth/signup/', withJson(body, headers));
    expect(json?.['detail']).toBe('Revisa los datos que has introducido.');
  });

  test.each([
    'Ana\r\nBcc: all@example.com',
    'Ana\tB',
    'Ana \u202eanA',
    'Ana\u2028',
    'Ana\u0085',
    '\u2066Ana',
    'win.example.com',
    'http:evil',
    'WWW.evil',
    'ana@b.co',
    '<b>Ana</b>',
    'evil．com',
    '10.0.0.1',
  ])('include the first name %j, which is not a name', async (firstName) => {
    const { json } = await sample.call('/auth/signup/', withJson({ ...body, firstName }));
    expect(json?.['errors']).toContainEqual({ field: 'firstName', code: 'not_a_name', message: expect.any(String) });
  });

  test.each(['José María', "D'Arcy-O’Neil", '李小龍', 'عائشة', 'a👩‍👧b', 'J. R. R.', 'J.R.R.', 'Ana & Eva'])(
    'do not include the first name %s',
    async (firstName) => {
      const { json } = await sample.call('/auth/signup/', withJson({ ...body, firstName }));
      const errors = json?.['errors'] as { field: string }[];
      expect(errors.map(({ field }) => field)).not.toContain('firstName');
    },
  );

  test.each(['ñandú 22', 'пароль1', '密码密码密码١', 'a1!@#$%^&*()'])(
    'do not include the password %s',
    async (password) => {
      const { json } = await sample.call('/auth/signup/', withJson({ ...body, password }));
      const errors = json?.['errors'] as { field: string }[];
      expect(errors.map(({ field }) => field)).not.toContain('password');
    },
  );
});
