import { serverNow } from './server-time.ts';

/** Whether a user with this date may listen at this moment, by the server's clock (specification, section 6). */
export function hasAccess(accessTo: Date | null, now = serverNow()): accessTo is Date {
  return accessTo !== null && accessTo > now;
}
