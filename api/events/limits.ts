import { inSeconds, nameLimits } from '../platform/http/rate-limits.ts';

const { day } = inSeconds;

/** How much is recorded of one network. */
export const eventLimits = nameLimits({
  /** Megabytes of events that are stored for one network (`api/events/sending-limit.ts`). */
  eventsByNetwork: { points: 25, duration: day },
  /** Fiftieths of the visits that one network may begin in a day (`api/events/visit-limit.ts`). */
  visitsByNetwork: { points: 50, duration: day },
});
