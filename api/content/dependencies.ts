import type { Database } from '../platform/db/database.ts';
import type { Keys } from '../keys.ts';

/** All that the calls about sessions need from outside. */
export interface ContentDependencies {
  readonly database: Database;
  /** For the addresses of audio. */
  readonly keys: Pick<Keys, 'audioAddress'>;
  readonly now: () => Date;
}
