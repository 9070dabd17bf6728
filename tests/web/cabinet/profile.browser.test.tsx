import { brand } from '../../../content/brand.ts';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ApiProblem } from '../../../web/session/api-client.ts';
import { ProfilePage } from '../../../web/pages/cabinet/profile/ProfilePage.tsx';
import { account, changeUser, outage, pending } from './fake-account.ts';
import { showCabinet } from './show-cabinet.tsx';

vi.mock('../../../web/session/account.ts', () => import('./fake-account.ts'));
vi.mock('../../../web/pages/cabinet/payments.ts', () => import('./profile-payments.ts'));

const showProfile = (options = {}) => showCabinet(<ProfilePage />, { path: '/cabinet/profile', ...options });
/** Shows the profile, and opens this row of it. */
async function showRow(title: string, options = {}) {
  const seen = showProfile(options);
  await openRow(title);
  return seen;
}
const openRow = (title: string) => page.getByRole('heading', { name: title, level: 3, exact: true }).click();
const section = (name: string) => page.getByRole('region', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });

describe('a row', () => {
  const emails = section('Emails from us');
  const box = page.getByRole('checkbox', { name: 'Tips and offers by email' });

  test('says where its matter stands, and opens by the keyboard to what can be done about it', async () => {
    showProfile();
    await expect.element(emails.getByText('Tips and offers: on')).toBeVisible();
    await expect.element(box).not.toBeInTheDocument(); // for who sees or hears
    emails.element().querySelector('summary')!.focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(box).toBeVisible();
    await expect.element(emails.getByText('Tips and offers: on')).not.toBeVisible();
    await box.click();
    await userEvent.click(emails.getByRole('heading'));
    await expect.element(emails.getByText('Tips and offers: off')).toBeVisible();
  });

  test.each([
    ['About you', { firstName: 'Ana' }, 'Ana · English'],
    ['About you', { firstName: '' }, 'English'],
    ['Your email', {}, 'ana@example.com'],
    ['Your email', { emailVerified: false }, 'Not verified yet'],
  ])('says in short what is inside: %s, %j', async (title, user, words) => {
    showProfile({ user });
    await expect.element(section(title).getByText(words, { exact: true }).first()).toBeVisible();
  });

  test('that is closed and opened again still has what was written', async () => {
    await showRow('About you');
    await page.getByRole('textbox', { name: 'First name' }).fill('Eva');
    await openRow('About you');
    await expect.element(section('About you').getByText('Ana · English')).toBeVisible();
    await openRow('About you');
    await expect.element(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Eva');
  });
});

describe('the name', () => {
  const field = page.getByRole('textbox', { name: 'First name' });
  const about = section('About you');

  test('is changed without the spaces around it, which is said until it is changed again', async () => {
    await showRow('About you');
    await expect.element(field).toHaveValue('Ana');
    await field.fill('  Ana María ');
    await userEvent.keyboard('{Enter}');
    expect(account.updateMe).toHaveBeenCalledWith({ firstName: 'Ana María' });
    await expect.element(about.getByRole('status')).toHaveTextContent('Saved');
    await expect.element(field).toHaveValue('Ana María');
    await field.fill('Ana');
    await expect.element(about.getByRole('status')).toBeEmptyDOMElement();
  });

  test('that is none is refused at the field, until another one is saved', async () => {
    const errors = [{ field: 'firstName', code: 'not_a_name', message: '' }] as const;
    account.updateMe.mockRejectedValueOnce(new ApiProblem(400, { code: 'invalid_fields', errors: [...errors] }));
    await showRow('About you');
    await field.fill('win.example.com');
    await button('Save').click();
    await expect.element(field).toHaveAccessibleDescription(/^Enter a name without web addresses/);
    await expect.element(about.getByRole('status')).toBeEmptyDOMElement();
    await field.fill('Ana');
    await button('Save').click();
    await expect.element(about.getByRole('status')).toHaveTextContent('Saved');
    await expect.element(field).not.toHaveAccessibleDescription(/^Enter a name/);
  });

  test('is sent once, however often the form is sent while it is saved', async () => {
    const answer = pending();
    account.updateMe.mockReturnValueOnce(answer.promise);
    await showRow('About you');
    await button('Save').click();
    await expect.element(button('Save')).toHaveAttribute('aria-busy', 'true');
    (field.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    expect(account.updateMe).toHaveBeenCalledTimes(1);
    answer.succeed();
    await expect.element(button('Save')).not.toHaveAttribute('aria-busy');
  });

  test('stays as it was written where saving fails', async () => {
    account.updateMe.mockRejectedValueOnce(outage);
    await showRow('About you');
    await field.fill('Eva');
    await button('Save').click();
    await expect.element(page.getByRole('alert').first()).toBeInTheDocument();
    await expect.element(page.getByText('We are back in a minute.').first()).toBeVisible();
    await expect.element(field).toHaveValue('Eva');
    await expect.element(about.getByRole('status')).toBeEmptyDOMElement();
  });
});

describe('the language', () => {
  test('is chosen as the locale switcher does it', async () => {
    const { chosen } = await showRow('About you');
    await page.getByRole('combobox', { name: 'Language' }).click();
    await page.getByRole('option', { name: 'English' }).click();
    await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();
    expect(chosen).toEqual([]);
    await page.getByRole('combobox', { name: 'Language' }).click();
    await page.getByRole('option', { name: 'Español' }).click();
    await expect.poll(() => chosen).toEqual(['es']);
  });
});

describe('the email', () => {
  test('that is verified says so', async () => {
    await showRow('Your email');
    await expect.element(section('Your email')).toHaveTextContent('ana@example.comVerified');
    await expect.element(button('Send the link again')).not.toBeInTheDocument();
  });

  test('that is not verified offers the link once more', async () => {
    await showRow('Your email', { user: { emailVerified: false } });
    await expect.element(section('Your email')).toHaveTextContent('Not verified yet');
    await button('Send the link again').click();
    expect(account.sendVerification).toHaveBeenCalledTimes(1);
    await expect.element(section('Your email')).toHaveTextContent('Email sent');
  });
});

describe('another email', () => {
  const dialog = page.getByRole('dialog', { name: 'Change your email' });
  const fill = async (email: string) => {
    await button('Change email').click();
    await dialog.getByRole('textbox', { name: 'New email' }).fill(email);
    await dialog.getByRole('textbox', { name: 'Current password' }).fill('sleep5well');
    await userEvent.keyboard('{Enter}'); // a toast of the test before may be over the button
  };

  test('is asked for with the password, and said to be on its way', async () => {
    await showRow('Your email');
    await fill(' eva@example.com');
    await expect.element(dialog).not.toBeInTheDocument();
    expect(account.changeEmail).toHaveBeenCalledWith({ email: 'eva@example.com', currentPassword: 'sleep5well' });
    await expect
      .element(section('Your email'))
      .toHaveTextContent('If eva@example.com can be used, a link is on its way there.');
    await button('Change email').click();
    await expect.element(dialog.getByRole('textbox', { name: 'Current password' })).toHaveValue('');
  });

  test.each([
    ['email', 'email_taken', 'New email', 'That’s already your email.'],
    ['currentPassword', 'wrong_password', 'Current password', 'That’s not your password.'],
  ] as const)('is refused at the field %s (%s)', async (field, code, name, words) => {
    const errors = [{ field, code, message: '' }];
    account.changeEmail.mockRejectedValueOnce(new ApiProblem(400, { code: 'invalid_fields', errors }));
    await showRow('Your email');
    await fill('ana@example.com');
    await expect.element(dialog.getByRole('textbox', { name })).toHaveAccessibleDescription(words);
  });
});

describe('another password', () => {
  const dialog = page.getByRole('dialog', { name: 'Change your password' });

  test('is set for the current one', async () => {
    await showRow('Password');
    await button('Change password').click();
    await dialog.getByRole('textbox', { name: 'Current password' }).fill('sleep5well');
    await dialog.getByRole('textbox', { name: 'New password' }).fill('sleep6better');
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog).not.toBeInTheDocument();
    expect(account.changePassword).toHaveBeenCalledWith({ currentPassword: 'sleep5well', password: 'sleep6better' });
    await expect.element(page.getByText('You’re signed out everywhere else.').first()).toBeVisible();
  });

  test('takes the logins that it has ended off their list', async () => {
    const here = { id: '1', device: 'Firefox', createdAt: '2026-11-01T10:00:00Z', usedAt: '2026-11-01T10:00:00Z' };
    let known = [true, false].map((isCurrent) => ({ ...here, id: String(isCurrent), isCurrent }));
    account.listLogins.mockImplementation(async () => known);
    account.changePassword.mockImplementation(async () => {
      known = known.slice(0, 1);
    });
    await showRow('Where you’re signed in');
    await openRow('Password');
    const lines = section('Where you’re signed in').getByRole('listitem');
    await expect.poll(() => lines.elements()).toHaveLength(2);
    await button('Change password').click();
    await dialog.getByRole('textbox', { name: 'Current password' }).fill('sleep5well');
    await dialog.getByRole('textbox', { name: 'New password' }).fill('sleep6better');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => lines.elements()).toHaveLength(1);
  });
});

describe('the logins', () => {
  const here = { id: '1', device: 'Firefox, Windows', createdAt: '2026-11-01T10:00:00Z', isCurrent: true } as const;
  const phone = { ...here, id: '2', device: 'Safari, iPhone', isCurrent: false };
  const logins = [here, phone, { ...phone, id: '3', device: null }].map((each) => ({
    ...each,
    usedAt: each.createdAt,
  }));

  test('have their row while they are waited for, and none where they do not come', async () => {
    let fail!: (error: Error) => void;
    account.listLogins.mockReturnValue(new Promise((_, reject) => (fail = reject)));
    await showRow('Where you’re signed in');
    fail(outage);
    await expect.element(section('Where you’re signed in')).not.toBeInTheDocument();
    await expect.element(section('Password')).toBeVisible();
  });

  test('are ended one by one and all at once', async () => {
    let known = logins;
    account.listLogins.mockImplementation(async () => known);
    account.endLogin.mockImplementation(async (id) => {
      known = known.filter((each) => each.isCurrent || (id !== null && each.id !== id));
    });
    await showRow('Where you’re signed in');
    const lines = section('Where you’re signed in').getByRole('listitem');
    await expect.element(lines.nth(1)).toHaveTextContent('Safari, iPhoneLast active on November 1, 2026');
    await expect.element(lines.first().getByRole('button')).not.toBeInTheDocument();
    await button('Sign out: Safari, iPhone').click();
    await expect.poll(() => lines.elements()).toHaveLength(2);
    await expect.poll(() => document.activeElement?.tagName).toBe('UL');
    await button('Sign out everywhere else').click();
    await expect.poll(() => lines.elements()).toHaveLength(1);
    await expect.element(section('Where you’re signed in').getByRole('status')).toHaveTextContent('Signed out');
    expect(account.endLogin.mock.calls).toEqual([['2'], [null]]);
  });
});

describe('a new password', () => {
  test('comes by email', async () => {
    await showRow('Password');
    await button('Email me a link').click();
    expect(account.startReset).toHaveBeenCalledWith('ana@example.com');
    await expect.element(section('Password')).toHaveTextContent('The link is on its way to ana@example.com.');
  });

  test('can be asked for again where the email could not be asked for', async () => {
    account.startReset.mockRejectedValueOnce(outage);
    await showRow('Password');
    await button('Email me a link').click();
    await expect.element(page.getByText('We are back in a minute.').first()).toBeVisible();
    await expect.element(section('Password')).not.toHaveTextContent('The link is on its way');
    await expect.element(button('Email me a link')).not.toHaveAttribute('aria-busy');
    await button('Email me a link').click();
    expect(account.startReset).toHaveBeenCalledTimes(2);
  });
});

describe('tips and offers', () => {
  const box = page.getByRole('checkbox', { name: 'Tips and offers by email' });

  test('are switched off and on again', async () => {
    await showRow('Emails from us');
    await expect.element(box).toBeChecked();
    await box.click();
    expect(account.updateMe).toHaveBeenCalledWith({ emailSubscribed: false });
    await expect.element(box).not.toBeChecked();
    await expect.element(section('Emails from us').getByRole('status')).toHaveTextContent('Saved');
    await box.click();
    await expect.element(box).toBeChecked();
  });

  test('stay as they are where the server could not be told', async () => {
    account.updateMe.mockRejectedValueOnce(outage);
    await showRow('Emails from us');
    await box.click();
    await expect.element(page.getByText('We are back in a minute.').first()).toBeVisible();
    await expect.element(box).toBeChecked();
  });

  test('follow what was decided elsewhere', async () => {
    await showRow('Emails from us');
    await expect.element(box).toBeChecked();
    changeUser({ emailSubscribed: false });
    await expect.element(box).not.toBeChecked();
  });
});

describe('the data', () => {
  test('is saved as a file', async () => {
    const clicked: HTMLAnchorElement[] = [];
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      clicked.push(this);
    });
    account.downloadData.mockResolvedValueOnce(new Blob(['{"account":{}}'], { type: 'application/json' }));
    await showRow('Your data');
    await userEvent.click(button('Download my data'));
    await expect.element(section('Your data').getByRole('status')).toHaveTextContent('The file is in your downloads.');
    click.mockRestore();
    expect(clicked.map(({ download }) => download)).toEqual([
      `${brand.name.toLowerCase().replaceAll(' ', '-')}-data.json`,
    ]);
    expect(await (await fetch(clicked[0]!.href)).text()).toBe('{"account":{}}');
  });

  test('that could not be loaded is no file', async () => {
    account.downloadData.mockRejectedValueOnce(outage);
    await showRow('Your data');
    await button('Download my data').click();
    await expect.element(page.getByText('We are back in a minute.').first()).toBeVisible();
    await expect.element(section('Your data').getByRole('status')).toBeEmptyDOMElement();
  });
});

test('Spanish throughout', async () => {
  await showRow('Tus datos', { locale: 'es' });
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Perfil');
  await expect.element(button('Descargar mis datos')).toBeVisible();
  await expect.element(section('Dónde tienes la sesión abierta')).toHaveTextContent('1 dispositivo');
  await openRow('Sobre ti');
  await expect.element(page.getByRole('combobox', { name: 'Idioma' })).toHaveTextContent('Español');
});
