import { inSeconds, nameLimits } from '../platform/http/rate-limits.ts';

const { day, hour } = inSeconds;

/** How many leads are taken. */
export const leadLimits = nameLimits({
  /** Leads from one network: offices and phone networks have many visitors behind one address. */
  leadsByIp: { points: 300, duration: hour },
  /** Beyond them, leads with one address are not stored. */
  leadsByContact: { points: 20, duration: day },
});
