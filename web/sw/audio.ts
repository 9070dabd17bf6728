import { audioKey, cacheNames, languageHeader } from '../session/cache-names.ts';
import { readUser } from './answers.ts';
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

async function keptFile({ contentId, userId, language }: AudioTicket): Promise<Blob | null> {
  const kept = await caches.match(audioKey(contentId), { cacheName: cacheNames.audio(userId), ignoreVary: true });
  if (kept?.headers.get(languageHeader) !== language) return null;
  const user = await readUser(userId);
  return mayListen(user?.accessTo, new Date()) ? kept.blob() : null;
}

/** Whether access lasts, by what the server said last. */
export function mayListen(accessTo: unknown, now: Date): boolean {
  return typeof accessTo === 'string' && new Date(accessTo) > now;
}
