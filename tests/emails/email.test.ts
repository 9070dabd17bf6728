import { plainText } from '../../engine/run/plain-text.ts';
import { describe, expect, it } from 'vitest';
import { greetedName, writeEmail } from '../../api/emails/email.ts';
import { html } from '../../api/platform/html.ts';
import { renderHtml, renderText } from '../../api/emails/render.ts';
import { languageTag } from '../../engine/model.ts';
import { allEmails } from './all-emails.ts';

const company = { name: 'Quiet & Co', number: '12345678', address: '1 Lane, London', email: 'hello@example.org' };
const now = Date.parse('2026-11-22T00:00:00.000Z');
const options = { language: 'en', firstName: 'Ada', publicUrl: 'https://still.example', company, now } as const;
const undoUntil = new Date('2026-11-29T00:00:00.000Z');
const ofChange = { userId: 'id', changeId: 'id' };
const toOldAddress = ['email_changed', 'password_changed', 'email_change_undone'] as const;
const requests: readonly (readonly [string, Parameters<typeof writeEmail>[0]])[] = [
  ...allEmails({ id: 'id', email: 'ada@example.org' }, 'en').map(
    (request) => [request.template, { request, ticket: 'id/token' }] as const,
  ),
  ...toOldAddress.map((template) => {
    const request = { template, ...ofChange };
    return [`${template} to the old address`, { request, ticket: 'id/token', undoUntil }] as const;
  }),
  [
    'email_change_undone to the address that was lost',
    { request: { template: 'email_change_undone', ...ofChange }, ticket: '' },
  ],
];

describe.each(requests)('the email %s', (_template, input) => {
  it.each(['en', 'es'] as const)('says the same as text and as HTML (%s)', (language) => {
    const email = writeEmail(input, { ...options, language });
    const text = renderText(email);
    const markup = renderHtml(email);
    const { greeting, notes, closing, reason, button } = email;
    expect(text).toContain(plainText(greeting));
    expect(markup).toContain(greeting.replace('\u2068', '<bdi>').replace('\u2069', '</bdi>'));
    const sentences = [...email.text, ...notes, ...closing, reason, company.number, company.address];
    for (const sentence of [...sentences, ...(button ? [button.label, button.url] : [])]) {
      expect(text).toContain(sentence);
      expect(markup).toContain(html`${sentence}`.markup);
    }
    expect(markup).toContain(`<html lang="${languageTag(language)}">`);
  });

  it('is not in English when it is in Spanish', () => {
    const en = writeEmail(input, options);
    const es = writeEmail(input, { ...options, language: 'es' });
    const words = (email: typeof en) => [email.subject, email.preheader, email.title, email.reason, ...email.text];
    expect(words(en).filter((sentence) => words(es).includes(sentence))).toEqual([]);
    expect(es.text).toHaveLength(en.text.length);
    expect(es.notes).toHaveLength(en.notes.length);
  });

  it('loads nothing and runs nothing', () => {
    const markup = renderHtml(writeEmail(input, options));
    expect(markup).not.toMatch(/<(?:script|img|link|iframe|object|form)\b|url\(|@import|\son\w+=/i);
  });
});

const textOf = (template: 'verify_email' | 'reset_password', language: 'en' | 'es') =>
  renderText(writeEmail(new Map(requests).get(template)!, { ...options, language }));

it('says how long its link works, as the tokens do', () => {
  expect(textOf('verify_email', 'en')).toContain('3 days');
  expect(textOf('verify_email', 'es')).toContain('3 días');
  expect(textOf('reset_password', 'en')).toContain('one hour');
  expect(textOf('reset_password', 'es')).toContain('una hora');
});

it('promises no more than a new password: signing in comes after it', () => {
  expect(textOf('reset_password', 'en')).toContain('Choose one here, then sign in with it.');
  expect(textOf('reset_password', 'es')).toContain('Elige una aquí y después entra con ella.');
});

describe('a first name', () => {
  it.each(['Ada', 'Lucía', 'Anne-Marie', "Siobhán O'Brien", 'J. R. R.', 'Nguyễn Thị', '山田', 'Łukasz', 'd’Artagnan'])(
    'is greeted: %s',
    (name) => {
      expect(greetedName(`  ${name} `)).toBe(name);
    },
  );

  it.each([
    ['A'.repeat(41), 'A'.repeat(40)],
    [`María ${'é'.repeat(94)}`, `María ${'é'.repeat(34)}`],
    [`${'A'.repeat(39)} Eva`, 'A'.repeat(39)],
    ['𝔸'.repeat(41), '𝔸'.repeat(40)],
  ])('is greeted with 40 characters at most: %s', (name, greeted) => {
    expect(greetedName(name)).toBe(greeted);
  });

  it.each([
    '',
    '   ',
    '\u3164\u3164',
    'win.example.com',
    'evil．com',
    `${'A'.repeat(38)} .example`,
    'https://evil.example',
    'www.evil',
    'Ada\r\nBcc: eve@example.org',
    '<b>Ada</b>',
    'Ada & "Eve"',
    'eve@example.org',
    'Call 555 1234',
    'Ada\u202Egnp',
    '${7*7}',
    '{{name}}',
    'Your account is blocked call us now',
    'Your-account-is-blocked call',
  ])('is left out when it is not plainly one: %j', (name) => {
    expect(greetedName(name)).toBeNull();
    const email = writeEmail(new Map(requests).get('welcome')!, { ...options, firstName: name });
    expect(email.greeting).toBe('Hello,');
  });
});

it('escapes all text that goes into markup', () => {
  const hostile = `<img src=x onerror="alert('1')">&`;
  expect(html`<p title="${hostile}">${[html`${hostile}`]}</p>`.markup).toBe(
    '<p title="&#60;img src=x onerror=&#34;alert(&#39;1&#39;)&#34;&#62;&#38;">&#60;img src=x onerror=&#34;alert(&#39;1&#39;)&#34;&#62;&#38;</p>',
  );
});
