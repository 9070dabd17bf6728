import type { User } from '../../schemas/api/values.ts';
import { ApiError } from '../platform/http/api-error.ts';

/** Throws `analysts_only` unless the user may see what visitors do. */
export function requireAnalyst({ role }: Pick<User, 'role'>): void {
  if (role !== 'analyst') throw new ApiError('analysts_only');
}
