import type { Piece } from '../../api/content/audio/sound-maker.ts';
import type { CatalogItem } from '../../api/content/catalog.ts';

/** There is no such session, or it has a recording. */
export class UnknownSession extends Error {
  override readonly name = 'UnknownSession';
}

/** The sessions whose audio is made: of these ids, or all. */
export function choosePieces(sessions: readonly CatalogItem[], ids: readonly string[]): readonly Piece[] {
  const made = sessions.filter(({ audio }) => audio === null);
  if (ids.length === 0) return made;
  return ids.map((id) => {
    const found = made.find((session) => session.id === id);
    if (found) return found;
    const isRecorded = sessions.some((session) => session.id === id);
    throw new UnknownSession(isRecorded ? `${id} has a recording.` : `There is no session ${JSON.stringify(id)}.`);
  });
}
