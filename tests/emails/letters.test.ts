import { describe, expect, it } from 'vitest';
import { greetedName } from '../../api/emails/greeted-name.ts';
import { html } from '../../api/emails/html.ts';
import { writeLetter } from '../../api/emails/letter.ts';
import type { MailTemplate } from '../../api/emails/mail.ts';
import { renderHtml } from '../../api/emails/render-html.ts';
import { renderText } from '../../api/emails/render-text.ts';

const company = { name: 'Quiet & Co', number: '12345678', address: '1 Lane, London', email: 'hello@example.org' };
const options = { language: 'en', firstName: 'Ada', publicUrl: 'https://still.example', company } as const;
const templates: readonly MailTemplate[] = [
  'verify_email',
  'reset_password',
  'address_taken',
  'password_changed',
  'welcome',
  'account_removed',
];

describe.each(templates)('the letter %s', (template) => {
  it.each(['en', 'es'] as const)('says the same as text and as HTML (%s)', (language) => {
    const letter = writeLetter({ template, ticket: 'id/token' }, { ...options, language });
    const text = renderText(letter);
    const markup = renderHtml(letter);
    const { greeting, notes, closing, reason, button } = letter;
    const sentences = [greeting, ...letter.text, ...notes, ...closing, reason, company.number, company.address];
    for (const sentence of [...sentences, ...(button ? [button.label, button.url] : [])]) {
      expect(text).toContain(sentence);
      expect(markup).toContain(html`${sentence}`.markup);
    }
    expect(markup).toContain(`<html lang="${language}">`);
  });

  it('is not in English when it is in Spanish', () => {
    const en = writeLetter({ template, ticket: 'id/token' }, options);
    const es = writeLetter({ template, ticket: 'id/token' }, { ...options, language: 'es' });
    const words = (letter: typeof en) => [
      letter.subject,
      letter.preheader,
      letter.title,
      letter.reason,
      ...letter.text,
    ];
    expect(words(en).filter((sentence) => words(es).includes(sentence))).toEqual([]);
    expect(es.text).toHaveLength(en.text.length);
    expect(es.notes).toHaveLength(en.notes.length);
  });

  it('loads nothing and runs nothing', () => {
    const markup = renderHtml(writeLetter({ template, ticket: 'id/token' }, options));
    expect(markup).not.toMatch(/<(?:script|img|link|iframe|object|form|table)\b|url\(|@import|\son\w+=/i);
  });
});

const textOf = (template: MailTemplate, language: 'en' | 'es') =>
  renderText(writeLetter({ template, ticket: 'id/token' }, { ...options, language }));

it('says how long its link works, as the tokens do', () => {
  expect(textOf('verify_email', 'en')).toContain('3 days');
  expect(textOf('verify_email', 'es')).toContain('3 días');
  expect(textOf('reset_password', 'en')).toContain('one hour');
  expect(textOf('reset_password', 'es')).toContain('una hora');
});

describe('a first name', () => {
  it.each(['Ada', 'Lucía', 'Anne-Marie', "Siobhán O'Brien", 'J. R. R.', 'Nguyễn Thị', '山田', 'Łukasz', 'd’Artagnan'])(
    'is greeted: %s',
    (name) => {
      expect(greetedName(`  ${name} `)).toBe(name);
    },
  );

  it.each([
    '',
    '   ',
    'win.example.com',
    'https://evil.example',
    'www.evil',
    'Ada\r\nBcc: eve@example.org',
    '<b>Ada</b>',
    'Ada & "Eve"',
    'eve@example.org',
    'Call 555 1234',
    'Ada\u202Egnp',
    'A'.repeat(41),
    '${7*7}',
    '{{name}}',
    'Your account is blocked call us now',
    'Your-account-is-blocked call',
  ])('is left out when it is not plainly one: %j', (name) => {
    expect(greetedName(name)).toBeNull();
    const letter = writeLetter({ template: 'welcome', ticket: '' }, { ...options, firstName: name });
    expect(letter.greeting).toBe('Hello,');
  });
});

it('escapes all text that goes into markup', () => {
  const hostile = `<img src=x onerror="alert('1')">&`;
  expect(html`<p title="${hostile}">${[html`${hostile}`]}</p>`.markup).toBe(
    '<p title="&#60;img src=x onerror=&#34;alert(&#39;1&#39;)&#34;&#62;&#38;">&#60;img src=x onerror=&#34;alert(&#39;1&#39;)&#34;&#62;&#38;</p>',
  );
});
