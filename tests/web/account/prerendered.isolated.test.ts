import { createElement, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import { createI18n } from '../../../web/i18n.ts';
import { ForgotPasswordPage } from '../../../web/pages/account/ForgotPasswordPage.tsx';
import { LoginPage } from '../../../web/pages/account/LoginPage.tsx';
import { RegisterPage } from '../../../web/pages/account/RegisterPage.tsx';
import { ResetPasswordPage } from '../../../web/pages/account/ResetPasswordPage.tsx';
import { I18nextProvider } from 'react-i18next';

vi.mock('../../../web/session/account.ts', () => ({ account: {} }));

function markup(children: ReactNode): string {
  const Page = () => I18nextProvider({ i18n: createI18n('en'), children });
  return renderToString(createElement(MemoryRouter, null, createElement(Page)));
}

test.each([
  ['sign-up', createElement(RegisterPage, { wizard: false })],
  ['login', createElement(LoginPage)],
  ['request for a mail', createElement(ForgotPasswordPage)],
  ['new password', createElement(ResetPasswordPage, { userId: '-', token: '-' })],
])('before its script runs, the %s form can neither be sent nor put a password into the address', (_, form) => {
  const html = markup(form);
  expect(html).toMatch(/<form [^>]*method="post"/);
  expect(html).toMatch(/<button type="submit"[^>]* disabled=""/);
  expect(html).not.toContain('style=');
});
