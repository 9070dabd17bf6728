import type { EmailRequest } from '../../api/emails/requests.ts';
import type { Language } from '../../schemas/api/values.ts';

const bought = { plan: 'three_months', amount: 2999, currency: 'USD' } as const;
const at = '2026-11-21T23:30:00.000Z';
const later = '2027-02-21T23:30:00.000Z';

/** Every email that this account can get; `addUser` writes the change of email down that some are about. */
export const allEmails = (
  { id: userId, email }: { readonly id: string; readonly email: string },
  language: Language,
): readonly EmailRequest[] => [
  { template: 'verify_email', userId },
  { template: 'reset_password', email },
  { template: 'address_taken', userId },
  { template: 'password_changed', userId },
  { template: 'confirm_email', userId, changeId: userId },
  { template: 'email_changed', userId, changeId: userId },
  { template: 'email_change_undone', userId },
  { template: 'welcome', userId },
  { template: 'account_removed', to: email, firstName: 'Lucía', language },
  { template: 'payment_receipt', userId, ...bought, at, renewsAt: later },
  { template: 'renewal_ahead', userId, ...bought, renewsAt: later },
  { template: 'payment_failed', userId, ...bought, accessUntil: '2026-11-24T23:30:00.000Z', nextTryAt: at },
  { template: 'subscription_ends', userId, plan: 'basic', endsAt: '9000-01-01T00:00:00.000Z' },
  { template: 'refund_done', userId, ...bought, at, isOver: true },
  { template: 'access_suspended', userId, ...bought, at },
  { template: 'dispute_won', userId, ...bought, at, renewsAt: null, endsAt: later },
];
