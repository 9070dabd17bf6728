import type { User } from '../../schemas/api/values.ts';

/** Who makes a call, as its access token says. */
export interface SignedIn {
  readonly user: User;
  readonly sessionId: string;
}
