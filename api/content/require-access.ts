import type { User } from '../../schemas/api/values.ts';
import { ApiError } from '../platform/http/api-error.ts';

/** Throws `no_access` unless the user may listen at this moment. */
export function requireAccess({ accessTo }: Pick<User, 'accessTo'>, now: Date): void {
  if (accessTo === null || Date.parse(accessTo) <= now.getTime()) throw new ApiError('no_access');
}
