import { addressOf, content } from '../content.ts';
import { lockPrefix, refreshSaved, savedFiles, type SavedFiles } from './saved.ts';
import { overview, cacheAnswers } from './connect-worker.ts';
import { UserFacingError } from '../../../errors.ts';
import { ApiProblem, readProblem } from '../../../session/api-client.ts';
import { clearOfflineData } from '../../../session/offline-caches.ts';
import { pageLocale } from '../../../session/cookies.ts';
import { session } from '../../../session/page-session.ts';

/** A save that broke off is tried again when the line is back, or after so long. */
const pauseMilliseconds = 60_000;
/** Within the time for which the server keeps the place in its queue. */
const preparingMilliseconds = 10_000;

/** Why a session is saved: it was played; the user has just chosen it; the user chose it before, and it isn't here yet. */
type Reason = 'played' | 'chosen' | 'resumed';

/** Keeps a session that was played in this browser, in the background, until others take its place. Never rejects. */
export async function saveSession(id: string): Promise<void> {
  if (!savesData()) await save(id, 'played');
}

/** Keeps a session in this browser until the user removes it. Rejects where that can't be done: then it isn't chosen. */
export async function chooseSession(id: string): Promise<void> {
  const userId = session().user()?.id;
  if (userId === undefined) return;
  const files = savedFiles(userId, pageLocale());
  await files.choose(id);
  await refreshSaved();
  const result = await save(id, 'chosen');
  if (result === 'saved' || result === 'unwanted') return;
  await files.remove(id);
  await refreshSaved();
  throw new UserFacingError(`cabinet:offline.${result}`, `The audio of ${id} could not be kept: ${result}.`);
}

/** It goes, also where it is still on its way, in this tab or in another one. */
export async function removeSession(id: string): Promise<void> {
  const userId = session().user()?.id;
  if (userId !== undefined) await savedFiles(userId, pageLocale()).remove(id);
  await navigator.locks.request(lockPrefix + id, { steal: true }, () => undefined).catch(() => undefined);
  await refreshSaved();
}

/**
 * Fetches what the user has chosen and what is not here, as after a page that was closed meanwhile, or in another
 * language. What fails stays chosen. Rejects where storage is damaged.
 */
export async function resumeChosen(): Promise<void> {
  const userId = session().user()?.id;
  if (userId === undefined) return;
  const { sessions, chosen } = await savedFiles(userId, pageLocale()).read();
  for (const id of chosen) if (!sessions.some((one) => one.id === id)) await save(id, 'resumed');
}

/**
 * Saves one session in one tab at a time. What the user has just chosen waits for its turn; all else leaves it to the
 * tab that is at it. Taking the lock away stops it. Never rejects.
 */
async function save(id: string, reason: Reason): Promise<SaveResult> {
  const abort = new AbortController();
  try {
    return await navigator.locks.request(lockPrefix + id, { ifAvailable: reason !== 'chosen' }, (lock) =>
      lock ? saveUnless(abort.signal, id, reason) : 'unwanted',
    );
  } catch (error) {
    abort.abort(error);
    return 'unwanted';
  } finally {
    await refreshSaved();
  }
}

async function saveUnless(stopped: AbortSignal, id: string, reason: Reason): Promise<SaveResult> {
  const userId = session().user()?.id;
  if (userId === undefined) return 'unwanted';
  const locale = pageLocale();
  const files = savedFiles(userId, locale);
  const isTheirs = () => session().user()?.id === userId;
  const stays = async () =>
    isTheirs() && ((reason === 'played' && !stopped.aborted) || (await files.read()).chosen.includes(id));
  if (!(await stays())) return 'unwanted';
  await refreshSaved();
  askToStay(files.list).catch(() => undefined);
  const result = await saveAudio(id, {
    files,
    fetchAudio: (wanted) => fetchAudio(wanted, stopped),
    wait: (milliseconds) => untilBetter(stopped, milliseconds),
    isWanted: async () => !stopped.aborted && pageLocale() === locale && (await stays()), // in another language comes another file
    maxTries: reason === 'resumed' ? 1 : 3, // the next page resumes too
  });
  // it may have been written after all the rest was removed
  if (!isTheirs()) await clearOfflineData();
  else if (!(await stays())) await files.remove(id);
  else if (pageLocale() !== locale && !stopped.aborted) return saveUnless(stopped, id, reason);
  void cacheAnswers([`/api/v1/content/${encodeURIComponent(id)}/`, ...overview]); // there may be no worker yet
  return result;
}

async function fetchAudio(id: string, signal: AbortSignal): Promise<Response> {
  const { audioUrl } = await content.one(id);
  const response = await fetch(addressOf(audioUrl), { priority: 'low', signal });
  if (!response.ok) throw await readProblem(response);
  if (response.status !== 200) throw new Error(`The audio of ${id} was answered with ${response.status}.`);
  return response;
}

/** Asks the browser, before the first save, not to throw away what is kept when the disk gets full. */
async function askToStay(list: () => Promise<readonly string[]>): Promise<void> {
  if ((await list()).length === 0 && !(await navigator.storage.persisted())) await navigator.storage.persist();
}

function untilBetter(aborted: AbortSignal, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => resolve();
    if (aborted.aborted) return done();
    aborted.addEventListener('abort', done, { once: true });
    window.addEventListener('online', done, { once: true });
    setTimeout(done, milliseconds);
  });
}

/** The browser's user wants to load as little as can be. */
function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}

interface Dependencies {
  readonly files: Pick<SavedFiles, 'list' | 'touch' | 'put' | 'dropOldest'>;
  /** The whole audio from the line. Rejects where there is none, and for an answer that is not the whole audio. */
  readonly fetchAudio: (id: string) => Promise<Response>;
  /** Resolves when it may go better, after so long at the latest. */
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Whether it is still to be kept: the user may have logged out, or taken it back. */
  readonly isWanted: () => Promise<boolean>;
  /** A save that broke off is tried again, so often in all; one whose sound is being prepared, until it is there. */
  readonly maxTries: number;
}

type SaveResult = 'saved' | 'no_room' | 'not_saved' | 'unwanted';

/** Keeps the audio of this session, unless it is kept already: then it is only the one played last. Never rejects. */
export async function saveAudio(id: string, dependencies: Dependencies): Promise<SaveResult> {
  const { files, wait, isWanted, maxTries } = dependencies;
  for (let tries = 1; await isWanted();) {
    try {
      if (!(await files.list()).includes(id)) await fetchInto(id, dependencies);
      if (!(await isWanted())) return 'unwanted';
      await files.touch(id);
      return 'saved';
    } catch (error) {
      if (!(await isWanted())) return 'unwanted';
      if (isOutOfRoom(error)) return 'no_room';
      const isBeingPrepared = error instanceof ApiProblem && error.code === 'being_prepared';
      if (!isBeingPrepared && tries++ === maxTries) return 'not_saved';
      await wait(isBeingPrepared ? preparingMilliseconds : pauseMilliseconds);
    }
  }
  return 'unwanted';
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
