import type { ContentItem } from '../../schemas/api/content.ts';
import type { SignedIn } from '../accounts/signed-in.ts';
import type { Language } from '../../schemas/api/values.ts';
import { issueAudioUrl } from './audio/address.ts';
import type { ContentDependencies } from './dependencies.ts';

/** A session as `itemAsJson` selects it: times are as PostgreSQL writes them. */
export type ItemRow = Omit<ContentItem, 'audioUrl'>;

/** Who looks at a session, in which language. */
export interface Viewer {
  readonly user: SignedIn;
  readonly locale: Language;
}

/** Makes of rows what the viewer gets, with addresses of audio that are good from now on. */
export function createToItem({ keys, now }: ContentDependencies, viewer: Viewer): (row: ItemRow) => ContentItem {
  const { user, sessionId } = viewer.user;
  const ticket = { userId: user.id, sessionId, locale: viewer.locale, now: now() };
  return (row) => ({
    ...row,
    startedAt: toInstant(row.startedAt),
    finishedAt: toInstant(row.finishedAt),
    audioUrl: issueAudioUrl(keys.audioAddress, { contentId: row.id, ...ticket }),
  });
}

function toInstant(time: string | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
