import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { RegisterPage } from '../../../web/pages/account/RegisterPage.tsx';
import { writeChosenPlan, writeLastQuiz } from '../../../web/storage.ts';
import { site } from '../cabinet/show-cabinet.tsx';
import { painted } from '../ui/show.tsx';
import { fieldProblem, outage, pending, problem, signUp } from './fake-account.ts';
import { showToast } from './fake-toast.ts';
import { showPage } from './show-page.tsx';

vi.mock('../../../web/session/sign-up.ts', () => import('./fake-account.ts'));
vi.mock('../../../web/ui/toast.ts', () => import('./fake-toast.ts'));

const email = page.getByRole('textbox', { name: 'Email' });
const firstName = page.getByRole('textbox', { name: /^First name/ });
const password = page.getByLabelText('Password', { exact: true });
const agreements = page.getByRole('checkbox');
const terms = page.getByRole('checkbox', { name: /terms of service/ });
const submit = page.getByRole('button', { name: 'Create my account' });
const rules = () =>
  page
    .getByRole('listitem')
    .elements()
    .map((rule) => rule.textContent);
const mustFill = 'You must fill this field.';
const mustSelect = 'You must select at least one option.';

async function fillIn(): Promise<void> {
  await email.fill('ana@example.com');
  await password.fill('calm7waters');
  for (const box of agreements.all()) await box.click();
}

const filledIn = {
  email: 'ana@example.com',
  password: 'calm7waters',
  agreements: { terms: true, privacy: true, cancelAnytime: true },
};

afterEach(() => localStorage.clear());

describe('the sign-up form', () => {
  test('section 5: asks for all that must be filled, and goes to the first of it', async () => {
    showPage(<RegisterPage wizard={false} />);
    await submit.click();
    await expect.element(email).toHaveFocus();
    await expect.element(email).toHaveAccessibleDescription(mustFill);
    await expect.element(email).toHaveAttribute('aria-invalid', 'true');
    await expect.element(password).toHaveAccessibleDescription(new RegExp(`^${mustFill}`));
    await expect.element(firstName).toHaveAttribute('aria-invalid', 'false');
    expect(agreements.elements()).toHaveLength(3);
    for (const box of agreements.all()) await expect.element(box).toHaveAccessibleDescription(mustSelect);
    expect(signUp).not.toHaveBeenCalled();
  });

  test('says nothing before it is sent, and takes a complaint back as it is put right', async () => {
    showPage(<RegisterPage wizard={false} />);
    await email.fill('ana');
    await password.fill('calm');
    await expect.element(email).toHaveAttribute('aria-invalid', 'false');
    await submit.click();
    await expect.element(email).toHaveAccessibleDescription('Enter an email address like name@example.com.');
    await email.fill('ana@example.com');
    await expect.element(email).toHaveAttribute('aria-invalid', 'false');
    await terms.click();
    await expect.element(terms).toHaveAttribute('aria-invalid', 'false');
  });

  test('section 5: ticks off what the password needs as it is typed', async () => {
    showPage(<RegisterPage wizard={false} />);
    const unmet = ['At least 6 characters, not yet', 'A letter, not yet', 'A digit, not yet'];
    await expect.poll(rules).toEqual(unmet);
    await password.fill('a');
    await expect.poll(rules).toEqual([unmet[0], 'A letter, met', unmet[2]]);
    await password.fill('a1!!!!');
    await expect.poll(rules).toEqual(['At least 6 characters, met', 'A letter, met', 'A digit, met']);
    await expect.element(password).toHaveAccessibleDescription(/Special characters are allowed/);
  });

  test.each(['calm', 'calmwaters', '1234567', '!!!!!!'])('refuses the password "%s"', async (written) => {
    showPage(<RegisterPage wizard={false} />);
    await fillIn();
    await password.fill(written);
    await submit.click();
    await expect.element(password).toHaveFocus();
    await expect
      .element(password)
      .toHaveAccessibleDescription(/^Use at least 6 characters, with a letter and a digit\./);
    expect(signUp).not.toHaveBeenCalled();
  });

  test('shows the password to its writer, and hides it again when it is sent', async () => {
    showPage(<RegisterPage wizard={false} />);
    await password.fill('calm');
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect.element(password).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name: 'Hide password' }).click();
    await expect.element(password).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Show password' }).click();
    await submit.click();
    await expect.element(password).toHaveAttribute('type', 'password');
    await expect.element(password).toHaveValue('calm');
  });

  test('sends what was written without stray spaces, and goes on to the payment', async () => {
    const { place } = showPage(<RegisterPage wizard={false} />);
    await fillIn();
    await email.fill('  ana@example.com ');
    await firstName.fill(' Ana ');
    await password.fill(' calm 7 ');
    await submit.click();
    await expect.poll(() => place()).toMatchObject({ path: '/cabinet/payment', replaced: true });
    expect(signUp.mock.calls).toEqual([[{ ...filledIn, firstName: 'Ana', password: ' calm 7 ' }]]);
  });

  test('needs no first name', async () => {
    const { place } = showPage(<RegisterPage wizard={false} />);
    await fillIn();
    await submit.click();
    await expect.poll(() => place().path).toBe('/cabinet/payment');
    expect(signUp.mock.calls).toEqual([[filledIn]]);
  });

  test('is filled in and sent with the keyboard alone', async () => {
    const { place } = showPage(<RegisterPage wizard={false} />);
    (email.element() as HTMLElement).focus();
    await userEvent.keyboard('ana@example.com{Tab}Ana{Tab}calm7waters{Tab}');
    await expect.element(page.getByRole('button', { name: 'Show password' })).toHaveFocus();
    await userEvent.keyboard('{Tab} {Tab}{Tab} {Tab}{Tab} {Enter}');
    await expect.poll(() => place().path).toBe('/cabinet/payment');
    expect(signUp.mock.calls).toEqual([[{ ...filledIn, firstName: 'Ana' }]]);
  });

  test('is busy while it is sent, and is sent once however often it is pressed', async () => {
    const call = pending();
    signUp.mockReturnValueOnce(call.promise);
    const { place } = showPage(<RegisterPage wizard={false} />);
    await fillIn();
    (email.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}{Enter}');
    await expect.element(submit).toHaveAttribute('aria-busy', 'true');
    (submit.element() as HTMLElement).click();
    await userEvent.keyboard('{Enter}');
    await painted();
    expect(signUp).toHaveBeenCalledTimes(1);
    call.succeed();
    await expect.poll(() => place().path).toBe('/cabinet/payment');
  });

  test('lets password managers, phones and screen readers know what goes where', async () => {
    showPage(<RegisterPage wizard={false} />);
    await expect.element(email).toHaveAttribute('autocomplete', 'email');
    await expect.element(email).toHaveAttribute('inputmode', 'email');
    await expect.element(firstName).toHaveAttribute('autocomplete', 'given-name');
    await expect.element(password).toHaveAttribute('autocomplete', 'new-password');
    await expect.element(email).toHaveAttribute('aria-required', 'true');
    for (const input of [email, firstName, password]) {
      expect(Number.parseFloat(getComputedStyle(input.element()).fontSize)).toBeGreaterThanOrEqual(16);
    }
  });

  test('links the agreements to their texts in a tab of their own', async () => {
    showPage(<RegisterPage wizard={false} />);
    for (const [name, path] of [
      ['terms of service (opens in a new tab)', '/terms-of-service'],
      ['privacy policy (opens in a new tab)', '/privacy-policy'],
    ] as const) {
      const link = page.getByRole('link', { name });
      await expect.element(link).toHaveAttribute('href', path);
      await expect.element(link).toHaveAttribute('target', '_blank');
    }
    await expect.element(page.getByRole('checkbox', { name: /cancel anytime/ })).toBeVisible();
  });
});

describe('a refused sign-up', () => {
  test('says at the email that it has an account, with the ways to log in and to a new password', async () => {
    signUp.mockRejectedValueOnce(fieldProblem(409, { email: 'email_taken' }));
    const { place } = showPage(<RegisterPage wizard={false} />);
    await fillIn();
    await submit.click();
    await expect.element(email).toHaveFocus();
    await expect
      .element(email)
      .toHaveAccessibleDescription('There’s already an account with this email. Sign in or set a new password.');
    await page.getByRole('link', { name: 'set a new password' }).click();
    await expect.poll(place).toMatchObject({ path: '/forgot-password', email: 'ana@example.com' });
  });

  test.each([
    ['password_common', false, /^Many people use this password/],
    ['password_is_email', false, /^Your email address is easy to guess/],
    ['password_common', true, /^Many people use this password/],
  ] as const)(
    'says at the password that it is easy to guess: %s (at the end of a quiz: %s)',
    async (code, wizard, said) => {
      signUp.mockRejectedValueOnce(fieldProblem(400, { password: code }));
      showPage(<RegisterPage wizard={wizard} />);
      await fillIn();
      await submit.click();
      await expect.element(password).toHaveFocus();
      await expect.element(password).toHaveAccessibleDescription(said);
    },
  );

  test('shows what is wrong with several fields at each of them', async () => {
    signUp.mockRejectedValueOnce(
      fieldProblem(400, { password: 'password_rules', 'agreements.terms': 'must_agree', firstName: 'not_a_name' }),
    );
    showPage(<RegisterPage wizard={false} />);
    await fillIn();
    await submit.click();
    await expect.element(password).toHaveFocus();
    await expect.element(password).toHaveAccessibleDescription(/^Use at least 6 characters/);
    await expect.element(terms).toHaveAccessibleDescription(mustSelect);
    await expect.element(firstName).toHaveAccessibleDescription(/^Enter a name without web addresses/);
  });

  test.each([
    ['an outage', outage, 'We are back in a minute.'],
    ['a complaint about no field of the form', fieldProblem(400, { visit: 'invalid' }), 'Some fields are wrong.'],
  ])('after %s keeps everything that was typed, and can be sent again', async (_, error, said) => {
    signUp.mockRejectedValueOnce(error);
    const { place } = showPage(<RegisterPage wizard={false} />);
    await fillIn();
    await firstName.fill('Ana');
    await submit.click();
    await expect.poll(() => showToast.mock.lastCall).toEqual([said]);
    await expect.element(email).toHaveValue('ana@example.com');
    await expect.element(password).toHaveValue('calm7waters');
    await expect.element(terms).toBeChecked();
    await submit.click();
    await expect.poll(() => place().path).toBe('/cabinet/payment');
    expect(signUp).toHaveBeenLastCalledWith({ ...filledIn, firstName: 'Ana' });
  });

  test('says at the form that there were too many, in the words of the server', async () => {
    signUp.mockRejectedValueOnce(problem(429, 'too_many_requests', 'Wait 12 minutes.'));
    showPage(<RegisterPage wizard={false} />);
    await fillIn();
    await submit.click();
    await expect.element(page.getByText('Wait 12 minutes.')).toBeVisible();
    await submit.click();
    await expect.element(page.getByText('Wait 12 minutes.')).not.toBeInTheDocument();
  });
});

test('a change of language keeps what is typed and says what is wrong in the new language', async () => {
  const { speak } = showPage(<RegisterPage wizard={false} />);
  await password.fill('calm');
  await terms.click();
  await submit.click();
  speak('es');
  await expect
    .element(page.getByRole('textbox', { name: 'Correo electrónico' }))
    .toHaveAccessibleDescription('Completa este campo.');
  const contrasena = page.getByLabelText('Contraseña', { exact: true });
  await expect.element(contrasena).toHaveValue('calm');
  await expect.element(contrasena).toHaveAccessibleDescription(/^Usa al menos 6 caracteres/);
  await expect.element(page.getByRole('checkbox', { name: /términos del servicio/ })).toBeChecked();
});

describe('the email on the way between the forms', () => {
  test('comes along from another form', async () => {
    showPage(<RegisterPage wizard={false} />, { email: 'ana@example.com' });
    await expect.element(email).toHaveValue('ana@example.com');
  });

  test('goes along to the login', async () => {
    const { place } = showPage(<RegisterPage wizard={false} />);
    await email.fill('ana@example.com');
    await page.getByRole('link', { name: 'Sign in' }).click();
    await expect.poll(place).toMatchObject({ path: '/login', email: 'ana@example.com' });
  });
});

describe('the sign-up at the end of the funnel', () => {
  const recall = page.getByRole('region', { name: 'Your four-week plan is ready' });

  test('recalls the plan that was chosen, with its price and the way back', async () => {
    writeLastQuiz({ funnel: 'sleep_issues', input: {} });
    writeChosenPlan('lifetime');
    const { place } = showPage(<RegisterPage wizard plans={site.plans} />);
    await expect.element(recall).toHaveTextContent('Lifetime');
    await expect.element(recall).toHaveTextContent('$79.99');
    await page.getByRole('link', { name: 'Back to my plan' }).click();
    await expect.poll(() => place().path).toBe('/personalized-plan');
  });

  test('shows the cover of the session that the four weeks begin with', async () => {
    const first = { title: 'Slow tide', minutes: 20, voice: 'Waves', picture: '/cover.svg' };
    showPage(<RegisterPage wizard plans={null} first={first} />);
    await expect.element(page.getByText('Your first session Slow tide 20 min · Waves')).toBeVisible();
    await expect.element(page.getByRole('presentation')).toHaveAttribute('src', '/cover.svg');
  });

  test('promises no plan to visitors that have finished no quiz', async () => {
    showPage(<RegisterPage wizard plans={site.plans} />);
    await expect.element(submit).toBeVisible();
    await expect.element(recall).not.toBeInTheDocument();
  });

  test("names no price where the visitor's isn't known", async () => {
    writeLastQuiz({ funnel: 'sleep_issues', input: {} });
    showPage(<RegisterPage wizard plans={null} />);
    await expect.element(submit).toBeVisible();
    await expect.element(recall).not.toBeInTheDocument();
  });
});
