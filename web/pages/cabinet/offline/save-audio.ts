import type { SavedFiles } from './saved-files.ts';

/** A save that broke off is tried again so often at most. */
const mostTries = 3;

interface Dependencies {
  readonly files: SavedFiles;
  /** The whole audio from the line. Rejects where there is none, and for an answer that is not the whole audio. */
  readonly fetchAudio: (id: string) => Promise<Response>;
  /** Resolves when it may go better. */
  readonly wait: () => Promise<void>;
  /** Whether this user's sessions are still to be kept: they may have logged out. */
  readonly isWanted: () => boolean;
}

/** Keeps the audio of this session, unless it is kept already: then it is only the one played last. Never rejects. */
export async function saveAudio(id: string, dependencies: Dependencies): Promise<void> {
  const { files, wait, isWanted } = dependencies;
  for (let tries = 1; isWanted(); tries++) {
    try {
      if (!(await files.list()).includes(id)) await fetchInto(id, dependencies);
      if (isWanted()) await files.touch(id);
      return;
    } catch (error) {
      if (tries === mostTries || isOutOfRoom(error)) return;
      await wait();
    }
  }
}

/** Where there is no room, those played longest ago go, one after the other. */
async function fetchInto(id: string, { files, fetchAudio }: Dependencies): Promise<void> {
  for (;;) {
    try {
      await files.put(id, await fetchAudio(id));
      return;
    } catch (error) {
      if (!isOutOfRoom(error) || !(await files.dropOldest(id))) throw error;
    }
  }
}

function isOutOfRoom(error: unknown): boolean {
  return error instanceof Error && error.name === 'QuotaExceededError';
}
