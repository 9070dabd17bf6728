import { addressOf, content } from '../content.ts';
import { refreshSaved, savedFiles, type SavedFiles } from './saved.ts';
import { overview, cacheAnswers } from './connect-worker.ts';
import { UserFacingError } from '../../../errors.ts';
import { clearOfflineData } from '../../../session/offline-caches.ts';
import { pageLocale } from '../../../session/cookies.ts';
import { session } from '../../../session/page-session.ts';

/** A save that broke off is tried again when the line is back, or after so long. */
const pauseMilliseconds = 60_000;

interface Save {
  readonly result: Promise<SaveResult>;
  readonly abort: AbortController;
}

/** What is under way, by session. */
const saving = new Map<string, Save>();

/** Keeps a session that was played in this browser, in the background, until others take its place. Never rejects. */
export async function saveSession(id: string): Promise<void> {
  if (!savesData()) await save(id);
}

/** Keeps a session in this browser until the user removes it. Rejects where that can't be done: then it isn't chosen. */
export async function chooseSession(id: string): Promise<void> {
  const userId = session().user()?.id;
  if (userId === undefined) return;
  const files = savedFiles(userId, pageLocale());
  await files.choose(id);
  await refreshSaved();
  const result = await save(id);
  if (result === 'saved' || result === 'unwanted') return;
  await files.remove(id);
  await refreshSaved();
  throw new UserFacingError(`cabinet:offline.${result}`, `The audio of ${id} could not be kept: ${result}.`);
}

/** It goes, also where it is still on its way. */
export async function removeSession(id: string): Promise<void> {
  const userId = session().user()?.id;
  const running = saving.get(id);
  running?.abort.abort();
  await running?.result;
  if (userId !== undefined) await savedFiles(userId, pageLocale()).remove(id);
  await refreshSaved();
}

/**
 * Fetches what the user has chosen and what is not here, as after a page that was closed meanwhile, or in another
 * language; what there is no room for is chosen no more. Rejects where storage is damaged.
 */
export async function resumeChosen(): Promise<void> {
  const userId = session().user()?.id;
  if (userId === undefined) return;
  const { sessions, chosen } = await savedFiles(userId, pageLocale()).read();
  for (const id of chosen) {
    const isHere = sessions.some((one) => one.id === id);
    if (!isHere && (await save(id)) === 'no_room') await removeSession(id);
  }
}

/** What is under way already is waited for. */
function save(id: string): Promise<SaveResult> {
  const abort = new AbortController();
  const running = saving.get(id) ?? { abort, result: saveUnless(abort.signal, id).finally(() => saving.delete(id)) };
  saving.set(id, running);
  return running.result;
}

async function saveUnless(aborted: AbortSignal, id: string): Promise<SaveResult> {
  const userId = session().user()?.id;
  if (userId === undefined) return 'unwanted';
  const locale = pageLocale();
  const files = savedFiles(userId, locale);
  const isTheirs = () => session().user()?.id === userId && !aborted.aborted;
  const isWanted = () => isTheirs() && pageLocale() === locale; // the server would send the other one
  await askToStay(files.list).catch(() => undefined);
  const result = await saveAudio(id, {
    files,
    fetchAudio: (wanted) => fetchAudio(wanted, aborted),
    wait: () => untilBetter(aborted),
    isWanted,
  });
  if (session().user()?.id !== userId) await clearOfflineData(); // it may have been written after all the rest was removed
  if (isTheirs() && !isWanted()) return saveUnless(aborted, id); // in the language that is spoken by now
  await refreshSaved();
  void cacheAnswers([`/api/v1/content/${encodeURIComponent(id)}/`, ...overview]); // there may be no worker yet
  return result;
}

async function fetchAudio(id: string, signal: AbortSignal): Promise<Response> {
  const { audioUrl } = await content.one(id);
  const response = await fetch(addressOf(audioUrl), { priority: 'low', signal });
  if (response.status !== 200) throw new Error(`The audio of ${id} was answered with ${response.status}.`);
  return response;
}

/** Asks the browser, before the first save, not to throw away what is kept when the disk gets full. */
async function askToStay(list: () => Promise<readonly string[]>): Promise<void> {
  if ((await list()).length === 0 && !(await navigator.storage.persisted())) await navigator.storage.persist();
}

function untilBetter(aborted: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => resolve();
    if (aborted.aborted) return done();
    aborted.addEventListener('abort', done, { once: true });
    window.addEventListener('online', done, { once: true });
    setTimeout(done, pauseMilliseconds);
  });
}

/** The browser's user wants to load as little as can be. */
function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}

/** A save that broke off is tried again so often at most. */
const maxTries = 3;

interface Dependencies {
  readonly files: Pick<SavedFiles, 'list' | 'touch' | 'put' | 'dropOldest'>;
  /** The whole audio from the line. Rejects where there is none, and for an answer that is not the whole audio. */
  readonly fetchAudio: (id: string) => Promise<Response>;
  /** Resolves when it may go better. */
  readonly wait: () => Promise<void>;
  /** Whether this user's sessions are still to be kept: they may have logged out. */
  readonly isWanted: () => boolean;
}

type SaveResult = 'saved' | 'no_room' | 'not_saved' | 'unwanted';

/** Keeps the audio of this session, unless it is kept already: then it is only the one played last. Never rejects. */
export async function saveAudio(id: string, dependencies: Dependencies): Promise<SaveResult> {
  const { files, wait, isWanted } = dependencies;
  for (let tries = 1; isWanted(); tries++) {
    try {
      if (!(await files.list()).includes(id)) await fetchInto(id, dependencies);
      if (isWanted()) await files.touch(id);
      return 'saved';
    } catch (error) {
      if (!isWanted()) return 'unwanted';
      if (isOutOfRoom(error)) return 'no_room';
      if (tries === maxTries) return 'not_saved';
      await wait();
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
