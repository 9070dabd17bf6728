import { audioKey, cacheNames } from '../session/offline-caches.ts';
import { readUser } from './answers.ts';
import { keptAudio } from './kept-audio.ts';
import { answerRange } from './range.ts';
import { readAudioPath, type AudioTicket } from './read-token.ts';

/** Whose audio this request asks for; null for any other request. */
export function audioAskedFor(request: Request): AudioTicket | null {
  return request.method === 'GET' ? readAudioPath(new URL(request.url).pathname) : null;
}

/** The kept file where the user has one in that language and may listen today; else whatever the server says. */
export async function answerAudio(request: Request, ticket: AudioTicket): Promise<Response> {
  const file = await keptFile(ticket).catch(() => null);
  return file ? answerRange(file, request.headers.get('Range')) : fetch(request);
}

/** The file that was asked for last: players ask for one part after the other, and some browsers copy it each time. */
let last: { readonly place: string; readonly file: Blob } | null = null;

async function keptFile({ contentId, userId, language }: AudioTicket): Promise<Blob | null> {
  if (!(await keptAudio(userId, language)).includes(contentId)) return null;
  const user = await readUser(userId);
  if (!mayListen(user?.accessTo, new Date(Date.now() + (user?.clockOffset ?? 0)))) return null;
  const place = [userId, language, contentId].join('/');
  if (last?.place === place) return last.file;
  const kept = await caches.match(audioKey(contentId), { cacheName: cacheNames.audio(userId), ignoreVary: true });
  last = kept ? { place, file: await kept.blob() } : null;
  return last && last.file;
}

/** Whether access lasts, by what the server said last. */
export function mayListen(accessTo: unknown, now: Date): boolean {
  return typeof accessTo === 'string' && new Date(accessTo) > now;
}
