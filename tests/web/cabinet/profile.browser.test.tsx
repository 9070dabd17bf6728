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
const section = (name: string) => page.getByRole('region', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });

describe('the name', () => {
  const field = page.getByRole('textbox', { name: 'First name' });
  const about = section('About you');

  test('is changed without the spaces around it, which is said until it is changed again', async () => {
    showProfile();
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
    showProfile();
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
    showProfile();
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
    showProfile();
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
    const { chosen } = showProfile();
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
    showProfile();
    await expect.element(section('Your email')).toHaveTextContent('ana@example.comVerified');
    await expect.element(button('Send the link again')).not.toBeInTheDocument();
  });

  test('that is not verified offers the link once more', async () => {
    showProfile({ user: { emailVerified: false } });
    await expect.element(section('Your email')).toHaveTextContent('Not verified yet');
    await button('Send the link again').click();
    expect(account.sendVerification).toHaveBeenCalledTimes(1);
    await expect.element(section('Your email').getByRole('status')).toHaveTextContent('Email sent');
  });
});

describe('a new password', () => {
  test('comes by email', async () => {
    showProfile();
    await button('Email me a link').click();
    expect(account.startReset).toHaveBeenCalledWith('ana@example.com');
    await expect
      .element(section('Password').getByRole('status'))
      .toHaveTextContent('The link is on its way to ana@example.com.');
  });

  test('can be asked for again where the email could not be asked for', async () => {
    account.startReset.mockRejectedValueOnce(outage);
    showProfile();
    await button('Email me a link').click();
    await expect.element(page.getByText('We are back in a minute.').first()).toBeVisible();
    await expect.element(section('Password').getByRole('status')).toBeEmptyDOMElement();
    await expect.element(button('Email me a link')).not.toHaveAttribute('aria-busy');
    await button('Email me a link').click();
    expect(account.startReset).toHaveBeenCalledTimes(2);
  });
});

describe('tips and offers', () => {
  const box = page.getByRole('checkbox', { name: 'Tips and offers by email' });

  test('are switched off and on again', async () => {
    showProfile();
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
    showProfile();
    await box.click();
    await expect.element(page.getByText('We are back in a minute.').first()).toBeVisible();
    await expect.element(box).toBeChecked();
  });

  test('follow what was decided elsewhere', async () => {
    showProfile();
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
    showProfile();
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
    showProfile();
    await button('Download my data').click();
    await expect.element(page.getByText('We are back in a minute.').first()).toBeVisible();
    await expect.element(section('Your data').getByRole('status')).toBeEmptyDOMElement();
  });
});

test('Spanish throughout', async () => {
  showProfile({ locale: 'es' });
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Perfil');
  await expect.element(button('Descargar mis datos')).toBeVisible();
  await expect.element(page.getByRole('combobox', { name: 'Idioma' })).toHaveTextContent('Español');
});
