import { inSeconds, nameLimits } from '../platform/http/rate-limits.ts';

const { day, minute } = inSeconds;

/** How many emails a mailbox gets that others can cause, and how often their links may be tried. */
export const emailLimits = nameLimits({
  /** Emails to one mailbox that one network has caused, of those that anyone can cause. */
  mailsByMailboxAndNetwork: { points: 10, duration: day },
  /** The same from all networks together, but for the links of the next line and those of verified accounts. */
  mailsByMailbox: { points: 20, duration: day },
  /** Links to unverified accounts of one mailbox, asked for from networks that are known. */
  linksByMailbox: { points: 20, duration: day },
  /** What links in emails lead to: verify, the end of a reset; to unsubscribe, only with an unknown id. */
  linksByIp: { points: 120, duration: 15 * minute },
});
