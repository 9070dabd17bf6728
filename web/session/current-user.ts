import { isSiteLocale, siteLocales } from '../../engine/model.ts';
import type { User } from '../../schemas/api/values.ts';
import { UserFacingError } from '../errors.ts';
import { serverNow } from './server-time.ts';

/** The logged-in user (specification, section 3). */
export type CurrentUser = Omit<User, 'accessTo'> & {
  /** Until when sessions can be listened to; null for never. */
  readonly accessTo: Date | null;
};

/**
 * The user that an answer of the API holds, with the default of each field that it doesn't. A language that the site
 * doesn't speak is ignored: the saved locale counts (section 4). Throws `errors.wrong_response_from_server` where
 * there is no id (section 5).
 */
export function toCurrentUser(reply: unknown, savedLocale: string): CurrentUser {
  const user = (typeof reply === 'object' && reply !== null ? reply : {}) as Partial<User>;
  if (typeof user.id !== 'string' || user.id === '') {
    throw new UserFacingError('errors.wrong_response_from_server', 'The answer of users/me has no id.');
  }
  return {
    id: user.id,
    email: user.email ?? '',
    firstName: user.firstName ?? '',
    language: [user.language, savedLocale].find(isSiteLocale) ?? siteLocales[0],
    emailVerified: user.emailVerified ?? false,
    accessTo: toDate(user.accessTo),
    topic: user.topic ?? null,
    emailSubscribed: user.emailSubscribed ?? false,
    unsubscribeId: user.unsubscribeId ?? '',
    role: user.role ?? 'member',
    pastDue: user.pastDue ?? false,
  };
}

/** What is no date gives no access. */
function toDate(value: string | null | undefined): Date | null {
  const date = new Date(value ?? NaN);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** Whether a user with this date may listen at this moment, by the server's clock (specification, section 6). */
export function hasAccess(accessTo: Date | null, now = serverNow()): accessTo is Date {
  return accessTo !== null && accessTo > now;
}
