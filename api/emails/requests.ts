import type { Knex } from 'knex';
import { enqueueJob } from '../platform/jobs/queue.ts';
import type { PlanId } from '../../schemas/api/payments.ts';
import type { Language } from '../../schemas/api/values.ts';

/** Who caused an email that anyone can cause. */
export interface EmailCause {
  /** The caller's network, as `hashNetwork` gives it. */
  readonly network: string;
  /** The caller says that the mailbox is theirs, and asks for a link in it. */
  readonly asksForLink?: boolean;
}

/** An email to be sent. To whom, in which words and with which link is found out when it is sent. */
export type EmailRequest =
  | {
      readonly template: 'verify_email' | 'address_taken';
      readonly userId: string;
      readonly cause?: EmailCause;
    }
  | {
      readonly template: 'welcome';
      readonly userId: string;
    }
  | {
      readonly template: 'password_changed' | 'email_change_undone';
      readonly userId: string;
      /** Of `email_changes`: to the address that this change took from the account, or that it lost with it. */
      readonly changeId?: string;
    }
  | {
      /** To the address that the account is to get. */
      readonly template: 'confirm_email';
      readonly userId: string;
      /** Of `email_changes`. */
      readonly changeId: string;
      readonly cause?: EmailCause;
    }
  | {
      /** To the address that the account had. */
      readonly template: 'email_changed';
      readonly userId: string;
      readonly changeId: string;
    }
  | {
      /** A payment arrived. */
      readonly template: 'payment_receipt';
      readonly userId: string;
      readonly plan: PlanId;
      /** In the currency's smallest unit. */
      readonly amount: number;
      readonly currency: string;
      /** When, ISO 8601. */
      readonly at: string;
      /** When the next payment is taken; null where none will be. */
      readonly renewsAt: string | null;
      /** Until when the guarantee covers it, ISO 8601. */
      readonly refundableUntil?: string;
      /** A plan that does not renew any more because of it. */
      readonly replaces?: PlanId;
      /** What was taken off its price for what was left of a plan. */
      readonly credit?: number;
      /** Its bank has asked for it back already. */
      readonly isDisputed?: true;
      /** `tax` is a part of `amount`; `last4`: of the card that paid it. */
      readonly invoice?: { readonly number: string; readonly tax: number; readonly last4: string | null };
    }
  | {
      /** All or a part of a payment was given back. */
      readonly template: 'refund_done';
      readonly userId: string;
      readonly plan: PlanId;
      /** In the currency's smallest unit: what was given back. */
      readonly amount: number;
      readonly currency: string;
      /** When, ISO 8601. */
      readonly at: string;
      /** What it paid for has ended with it. */
      readonly isOver?: boolean;
      /**
       * Another plan that its customer still has; without a day while a renewal is owed, and for a Lifetime. `isFinal`: it
       * can't be resumed.
       */
      readonly left?: {
        readonly plan: PlanId;
        readonly renewsAt: string | null;
        readonly endsAt: string | null;
        readonly isFinal?: true;
      };
    }
  | {
      /** A plan that is paid seldom renews soon, at `renewsAt` (ISO 8601). */
      readonly template: 'renewal_ahead';
      readonly userId: string;
      readonly plan: PlanId;
      readonly amount: number;
      readonly currency: string;
      readonly renewsAt: string;
    }
  | {
      /** A renewal could not be paid, at each try. Until `accessUntil` (ISO 8601), sessions stay open all the same. */
      readonly template: 'payment_failed';
      readonly userId: string;
      readonly plan: PlanId;
      readonly amount: number;
      readonly currency: string;
      readonly accessUntil: string;
      /** When Stripe tries again by itself, ISO 8601; null: it does not. */
      readonly nextTryAt: string | null;
    }
  | {
      /** A plan will not renew: `endsAt` (ISO 8601) is when it ends. */
      readonly template: 'subscription_ends';
      readonly userId: string;
      readonly plan: PlanId;
      readonly endsAt: string;
      /** Its bank asks for a payment back: until that is decided, nothing renews. */
      readonly isContested?: true;
    }
  | {
      /** The customer's bank has asked for a payment back: until that is decided, sessions are closed. */
      readonly template: 'access_suspended';
      readonly userId: string;
      readonly plan: PlanId;
      readonly amount: number;
      readonly currency: string;
      /** When it was paid, ISO 8601. */
      readonly at: string;
    }
  | {
      /** The bank has left a payment as it was. */
      readonly template: 'dispute_won';
      readonly userId: string;
      readonly plan: PlanId;
      readonly amount: number;
      readonly currency: string;
      /** When it was paid, ISO 8601. */
      readonly at: string;
      /** When the plan renews, or ends or has ended, ISO 8601; both null for a Lifetime and while a renewal is owed. */
      readonly renewsAt: string | null;
      readonly endsAt: string | null;
    }
  | {
      /** By address, not by account: a request for an unknown one does the same work and takes the same time. */
      readonly template: 'reset_password';
      /** Normalised, as `users.email` has it. */
      readonly email: string;
      readonly cause?: EmailCause;
    }
  | {
      /** With all that it says, for the account is gone when it is sent. */
      readonly template: 'account_removed';
      readonly to: string;
      readonly firstName: string;
      readonly language: Language;
      readonly cause?: EmailCause;
    };

/** Every email that there is. */
export type EmailTemplate = EmailRequest['template'];

/** What a link in an email is good for. */
export type OneTimePurpose = 'verify_email' | 'reset_password' | 'confirm_email' | 'undo_email';

/** How many hours a link works. */
export const oneTimeHours: Readonly<Record<OneTimePurpose, number>> = {
  verify_email: 72,
  reset_password: 1,
  confirm_email: 72,
  undo_email: 168,
};

/** The kind of the jobs that send emails. */
export const emailJob = 'mail';

/**
 * SQL: whether a row of `jobs` is an email that waits for the account with this `:id` and `:email`. The index
 * `jobs_of_recipient` serves it.
 */
export const isEmailToAccount = `kind = 'mail' AND coalesce(payload->>'userId', payload->>'email') IN (:id, :email)`;

/** Nothing else is stored of a person whose account is removed: their last email is given up after three days. */
const farewellMilliseconds = 3 * 86_400_000;

/** Enqueues an email, to be sent once the transaction is committed. Wake the worker then. */
export async function enqueueEmail(trx: Knex | Knex.Transaction, request: EmailRequest): Promise<void> {
  const isLast = request.template === 'account_removed';
  const options = isLast ? { expiresAt: new Date(Date.now() + farewellMilliseconds) } : {};
  await enqueueJob(trx, emailJob, { ...request }, options);
}
