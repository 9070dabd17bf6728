import { inSeconds, nameLimits } from '../platform/http/rate-limits.ts';

const { hour, minute } = inSeconds;

/** How often things may be done about accounts. */
export const accountLimits = nameLimits({
  /** Guesses at one account from one place. A success starts it again. */
  loginByAddressAndIp: { points: 10, duration: 15 * minute },
  /** Guesses at one account from many places. */
  loginByEmail: { points: 100, duration: hour },
  /** Guesses at many accounts from one place. */
  loginByIp: { points: 300, duration: 15 * minute },
  /** Emails to one mailbox about attempts to sign up with its address again. */
  addressTakenByMailbox: { points: 3, duration: hour },
  signupByIp: { points: 60, duration: hour },
  verifySendByUser: { points: 5, duration: hour },
  resetByMailboxAndIp: { points: 5, duration: hour },
  resetByIp: { points: 60, duration: hour },
  /** Guesses of who is logged in: to remove the account, or to change its email or password. */
  passwordByUser: { points: 10, duration: hour },
  /** Of name, language and subscription: each may leave a line in the audit log. */
  changesByUser: { points: 120, duration: hour },
  downloadByUser: { points: 10, duration: hour },
});
