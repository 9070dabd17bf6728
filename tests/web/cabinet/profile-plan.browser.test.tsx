import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ProfilePage } from '../../../web/pages/cabinet/profile/ProfilePage.tsx';
import { ApiProblem } from '../../../web/session/api-client.ts';
import { showToast } from '../account/fake-toast.ts';
import { outage } from './fake-account.ts';
import { withResolvers } from '../../harness/with-resolvers.ts';
import { canceled, endAccess, leaveFor, payments, setPurchases } from './profile-payments.ts';
import { showCabinet } from './show-cabinet.tsx';

vi.mock('../../../web/session/account.ts', () => import('./fake-account.ts'));
vi.mock('../../../web/ui/toast.ts', () => import('../account/fake-toast.ts'));
vi.mock('../../../web/pages/cabinet/browser.ts', () => import('./profile-payments.ts'));
vi.mock('../../../web/pages/cabinet/payments.ts', () => import('./profile-payments.ts'));

const showProfile = (options = {}) => showCabinet(<ProfilePage />, { path: '/cabinet/profile', ...options });
const plan = page.getByRole('region', { name: 'Your plan', exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const lastToast = () => showToast.mock.lastCall;
const refusal = new ApiProblem(409, { detail: 'This plan can no longer be changed.', code: 'not_changeable' });

/** Shows the profile with what the user has bought, and asks to remove the account. */
async function askToRemove() {
  showProfile();
  await expect.element(plan.getByRole('heading', { level: 4 }).or(plan.getByRole('paragraph')).first()).toBeVisible();
  await page.getByRole('heading', { name: 'Remove your account' }).click();
  await button('Remove my account').click();
}

/** A call that answers once `answer` is called. */
function heldBack<Result>(result: Result) {
  const answer = new EventTarget();
  const promise = new Promise<Result>((resolve) => answer.addEventListener('now', () => resolve(result)));
  return { promise, answer: () => void answer.dispatchEvent(new Event('now')) };
}

const rows = () => Array.from(document.querySelectorAll('main h3'), (row) => row.textContent);

describe('the plan', () => {
  test('is in sight from the start, and says its name where its row is closed', async () => {
    setPurchases({ subscriptions: [canceled], payments: [{ plan: 'lifetime' }] });
    showProfile();
    await expect.element(plan.getByText('Ends on March 5, 2999.')).toBeVisible();
    await plan.getByRole('heading', { level: 3 }).click();
    await expect.element(plan.getByText('Ends on March 5, 2999.')).not.toBeVisible();
    await expect.element(plan.getByText('Lifetime · Basic')).toBeVisible();
  });

  test('that renews says its price and when', async () => {
    setPurchases({ subscriptions: [{}] });
    showProfile();
    await expect.element(plan.getByRole('heading', { level: 4, name: 'Basic' })).toBeVisible();
    await expect.element(plan).toHaveTextContent('$14.99 every month');
    await expect.element(plan).toHaveTextContent('Renews on March 5, 2999');
  });

  test.each([
    [749, 'Renews on March 5, 2999 for $7.49'],
    [0, 'Renews on March 5, 2999. There’s nothing to pay; your credit or discount covers it.'],
  ])('that renews for another amount says it: %d', async (nextAmount, words) => {
    setPurchases({ subscriptions: [{ nextAmount }] });
    showProfile();
    await expect.element(plan).toHaveTextContent(words);
  });

  test('of three months says so', async () => {
    setPurchases({ subscriptions: [{ plan: 'three_months', amount: 2999 }] });
    showProfile();
    await expect.element(plan).toHaveTextContent('$29.99 every 3 months');
  });

  test('that will end says when, and offers to go on', async () => {
    setPurchases({ subscriptions: [canceled] });
    showProfile();
    await expect.element(plan).toHaveTextContent('Ends on March 5, 2999. Nothing more is charged.');
    await expect.element(button('Turn renewal back on')).toBeVisible();
    await expect.element(button('Cancel the plan')).not.toBeInTheDocument();
  });

  test('that has ended says when, and until when access stays', async () => {
    const ended = { status: 'ended', renewsAt: null, endsAt: '2020-05-04T12:00:00Z' } as const;
    setPurchases({ subscriptions: [ended] });
    showProfile();
    await expect.element(plan).toHaveTextContent('Ended on May 4, 2020');
    await expect.element(plan).not.toHaveTextContent('every month');
    await expect.element(plan).toHaveTextContent('You still have access to every session until January 1, 2999.');
    await expect.element(plan.getByRole('link')).not.toBeInTheDocument(); // nothing is sold before that
  });

  test('that could not be paid says what follows and where to pay', async () => {
    setPurchases({
      subscriptions: [{ status: 'past_due', renewsAt: null, payUrl: 'https://invoice.stripe.example/2' }],
    });
    showProfile();
    await expect.element(plan).toHaveTextContent('Your last payment didn’t go through');
    const link = plan.getByRole('link', { name: 'Pay $14.99' });
    await expect.element(link).toHaveAttribute('href', 'https://invoice.stripe.example/2');
    await expect.element(link).toHaveAttribute('target', '_blank');
    await expect.element(plan).toHaveTextContent('Opens Stripe’s secure page in a new tab.');
  });

  test('that could not be paid and has no page to pay it has an address to write to', async () => {
    setPurchases({ subscriptions: [{ status: 'past_due', renewsAt: null }] });
    showProfile();
    await expect
      .element(plan.getByRole('link', { name: 'hello@quiet.example' }))
      .toHaveAttribute('href', 'mailto:hello@quiet.example');
  });

  test('that was paid in another tab is seen to be paid on the way back', async () => {
    setPurchases({ subscriptions: [{ status: 'past_due', renewsAt: null }] });
    showProfile();
    await expect.element(plan).toHaveTextContent('Your last payment didn’t go through');
    setPurchases({ subscriptions: [{}] });
    document.dispatchEvent(new Event('visibilitychange'));
    await expect.element(plan).toHaveTextContent('Renews on March 5, 2999');
  });

  test('Lifetime has nothing to renew or to cancel', async () => {
    setPurchases({ payments: [{ plan: 'lifetime', amount: 7999 }] });
    showProfile();
    await expect.element(plan.getByRole('heading', { name: 'Lifetime' })).toBeVisible();
    await expect.element(plan).toHaveTextContent('There’s nothing more to pay.');
    await expect.element(button('Cancel the plan')).not.toBeInTheDocument();
    await expect.element(plan.getByRole('link', { name: /for Lifetime/ })).not.toBeInTheDocument();
  });

  test('Lifetime over a plan that is to end shows both', async () => {
    setPurchases({ subscriptions: [canceled], payments: [{ plan: 'lifetime' }] });
    showProfile();
    await expect.element(plan.getByRole('heading', { name: 'Lifetime' })).toBeVisible();
    await expect.element(plan).toHaveTextContent('Ends on March 5, 2999.');
  });

  test('leads to Lifetime with its price', async () => {
    setPurchases({ subscriptions: [{}] });
    showProfile();
    await expect
      .element(plan.getByRole('link', { name: 'Switch to Lifetime: $79.99 once, minus what’s left of your plan' }))
      .toHaveAttribute('href', '/cabinet/payment#lifetime');
  });

  test('that could not be paid leads to no other plan', async () => {
    setPurchases({ subscriptions: [{ status: 'past_due', renewsAt: null }] });
    showProfile();
    await expect.element(plan).toHaveTextContent('Your last payment didn’t go through');
    await expect.element(plan.getByRole('link', { name: /for Lifetime/ })).not.toBeInTheDocument();
  });

  test('that was granted for ever has no end', async () => {
    setPurchases({});
    showProfile({ user: { accessTo: new Date('9999-12-31T00:00:00Z') } });
    await expect.element(plan).toHaveTextContent('You don’t have a plan right now.');
    await expect.element(plan).not.toHaveTextContent('until');
  });

  test('that was granted is named as such', async () => {
    setPurchases({});
    showProfile();
    await expect.element(plan).toHaveTextContent('You don’t have a plan right now.');
    await expect.element(button('Open my billing pages')).not.toBeInTheDocument();
  });

  test('in Spanish', async () => {
    setPurchases({ subscriptions: [{ plan: 'three_months', amount: 2999 }], payments: [{ kind: 'renewal' }] });
    showProfile({ locale: 'es' });
    const tuPlan = page.getByRole('region', { name: 'Tu plan', exact: true });
    await expect.element(tuPlan).toHaveTextContent(/29,99\sUS\$ cada 3 meses/);
    await expect.element(tuPlan).toHaveTextContent('Se renueva el 5 de marzo de 2999');
    await expect.element(button('Cambiar mi plan')).toBeVisible();
  });
});

describe('while the plan is loaded', () => {
  test('an outline stands in its place, about as high', async () => {
    setPurchases({ subscriptions: [{}], payments: [{}] });
    const list = heldBack(await payments.list({ fresh: false }));
    payments.list.mockReturnValueOnce(list.promise);
    showProfile();
    await expect.element(plan.getByRole('status').first()).toHaveTextContent('Loading…');
    const { height } = plan.element().getBoundingClientRect();
    list.answer();
    await expect.element(plan).toHaveTextContent('Renews on');
    expect(Math.abs(plan.element().getBoundingClientRect().height - height)).toBeLessThan(40);
  });

  test('all rows of the page are there, and none comes between them', async () => {
    setPurchases({ subscriptions: [{}], payments: [{}] });
    const list = heldBack(await payments.list({ fresh: false }));
    payments.list.mockReturnValueOnce(list.promise);
    showProfile();
    await expect.element(plan.getByRole('status').first()).toHaveTextContent('Loading…');
    const before = rows();
    list.answer();
    await expect.element(plan).toHaveTextContent('Renews on');
    expect(rows()).toEqual(before);
  });

  test('a failure is said, and can be tried again', async () => {
    setPurchases({ subscriptions: [{}] });
    payments.list.mockRejectedValueOnce(outage);
    showProfile();
    await expect.element(plan.getByRole('alert')).toHaveTextContent('We are back in a minute.');
    await button('Try again').click();
    await expect.element(plan).toHaveTextContent('Renews on March 5, 2999');
  });
});

describe("Stripe's pages", () => {
  test.each([
    ['Change my plan', 'plan', {}],
    ['Cancel the plan', 'cancel', {}],
    ['Turn renewal back on', undefined, canceled],
    ['Open my billing pages', undefined, {}],
  ] as const)('are where %s leads', async (name, to, fields) => {
    setPurchases({ subscriptions: [fields], payments: [{}] });
    showProfile();
    await page.getByRole('heading', { name: 'Card and invoices' }).click();
    await button(name).click();
    await expect.poll(() => leaveFor.mock.calls).toEqual([['https://portal.example/p1']]);
    expect(payments.portal.mock.calls).toEqual([[to]]);
  });

  test('take their time to come: the button waits until they are here', async () => {
    const { promise, resolve } = withResolvers();
    leaveFor.mockReturnValueOnce(promise);
    setPurchases({ subscriptions: [{}], payments: [{}] });
    showProfile();
    await button('Change my plan').click();
    await expect.poll(() => leaveFor.mock.calls).toHaveLength(1);
    await expect.element(button('Change my plan')).toHaveAttribute('aria-busy', 'true');
    resolve(); // Back has led here
    await expect.element(button('Change my plan')).not.toHaveAttribute('aria-busy');
  });

  test('that do not open say why, and what has changed meanwhile is shown', async () => {
    setPurchases({ subscriptions: [{}], payments: [{}] });
    payments.portal.mockRejectedValueOnce(refusal);
    showProfile();
    await expect.element(button('Cancel the plan')).toBeVisible();
    setPurchases({ subscriptions: [canceled], payments: [{}] });
    payments.portal.mockRejectedValueOnce(refusal);
    await button('Cancel the plan').click();
    await expect.poll(lastToast).toEqual(['This plan can no longer be changed.']);
    await expect.element(plan).toHaveTextContent('Ends on March 5, 2999.');
  });

  test('are left: what was changed there is read again, and the address is as before', async () => {
    setPurchases({ subscriptions: [{}], payments: [{}] });
    history.replaceState(null, '', '?fresh=1');
    showProfile();
    await expect.element(plan).toHaveTextContent('Renews on');
    expect(payments.list.mock.calls[0]).toEqual([{ fresh: true }]);
    expect(location.search).toBe('');
  });

  test('are told to end a plan at once that could not be paid', async () => {
    setPurchases({ subscriptions: [{ status: 'past_due', renewsAt: null }] });
    showProfile();
    await expect.element(plan).toHaveTextContent('If you cancel, your plan ends now');
    await expect.element(button('Change my plan')).not.toBeInTheDocument();
  });
});

describe('a refund', () => {
  const refundable = { refundableUntil: '2999-02-19T12:00:00Z' };
  const dialog = page.getByRole('dialog', { name: 'Get $14.99 back?' });

  test('says how much, that access ends and how long the bank takes', async () => {
    setPurchases({ subscriptions: [{}], payments: [refundable] });
    showProfile();
    await expect
      .element(plan)
      .toHaveTextContent('You can get $14.99 back for your Basic plan until February 19, 2999.');
    await button('Ask for a refund').click();
    await expect.element(dialog).toHaveTextContent('We send $14.99 back to the card you paid with.');
    await expect.element(dialog).toHaveTextContent('5 to 10 business days');
    await expect
      .element(dialog)
      .toHaveTextContent('Your Basic plan ends now, and so does your access to the sessions.');
  });

  test('ends access, and leads to the payment page with a notice', async () => {
    setPurchases({ subscriptions: [{}], payments: [refundable] });
    const seen = showProfile();
    await button('Ask for a refund').click();
    endAccess();
    await button('Yes, refund me').click();
    await expect.poll(() => seen.path).toBe('/cabinet/payment');
    expect(payments.refund.mock.calls).toEqual([['payment-1']]);
    await expect.poll(lastToast).toEqual(['$14.99 is on its way back to your card.', 'notice']);
  });

  test('of a plan that was changed since ends the one that it was changed to', async () => {
    setPurchases({
      subscriptions: [{ plan: 'three_months', amount: 2999 }],
      payments: [
        { plan: 'three_months', kind: 'renewal' },
        { ...refundable, refundableAmount: 2999 },
      ],
    });
    showProfile();
    await expect.element(plan).toHaveTextContent('You can get $29.99 back for your 3-month plan until');
    await button('Ask for a refund').click();
    await expect
      .element(page.getByRole('dialog', { name: 'Get $29.99 back?' }))
      .toHaveTextContent('Your 3-month plan ends now, and so does your access to the sessions.');
  });

  test('of one plan leaves another', async () => {
    setPurchases({ subscriptions: [canceled], payments: [{ plan: 'lifetime' }, refundable] });
    showProfile();
    await button('Ask for a refund').click();
    await expect.element(dialog).toHaveTextContent('Your Basic plan ends now. Your Lifetime plan continues.');
  });

  test('of a switch to Lifetime says what becomes of the former plan, which has an offer of its own', async () => {
    const switched = { ...refundable, plan: 'lifetime', amount: 7999 } as const;
    setPurchases({ subscriptions: [canceled], payments: [{ ...switched, refundableAmount: 7999 }, refundable] });
    showProfile();
    const offers = button('Ask for a refund');
    await expect.element(offers.first()).toHaveAccessibleDescription(/\$79\.99 back for your Lifetime plan/);
    await expect.element(offers.last()).toHaveAccessibleDescription(/\$14\.99 back for your Basic plan/);
    await offers.first().click();
    const words = 'Your Lifetime plan ends now. Your Basic plan stays open until March 5, 2999 and doesn’t renew';
    await expect.element(page.getByRole('dialog', { name: 'Get $79.99 back?' })).toHaveTextContent(words);
  });

  test('that fails stays to be tried again', async () => {
    setPurchases({ subscriptions: [{}], payments: [refundable] });
    payments.refund.mockRejectedValueOnce(outage);
    const seen = showProfile();
    await button('Ask for a refund').click();
    await button('Yes, refund me').click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('We are back in a minute.');
    expect(seen.path).toBe('/cabinet/profile');
  });

  test('is not offered when its time is over', async () => {
    setPurchases({ subscriptions: [{}], payments: [{ refundableUntil: '2020-01-01T00:00:00Z' }] });
    showProfile();
    await expect.element(plan).toHaveTextContent('Renews on');
    await expect.element(button('Ask for a refund')).not.toBeInTheDocument();
  });
});

describe('removing the account', () => {
  const dialog = page.getByRole('dialog', { name: 'Remove your account?' });

  test('names the plan that it ends', async () => {
    setPurchases({ subscriptions: [{}] });
    await askToRemove();
    await expect.element(dialog).toHaveTextContent('Your Basic plan ends now, and nothing more is charged.');
  });

  test('says nothing of a plan where there is none', async () => {
    setPurchases({});
    await askToRemove();
    await expect.element(dialog).toBeVisible();
    await expect.element(dialog).not.toHaveTextContent('plan');
  });
});
