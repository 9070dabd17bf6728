import { audioKey, cacheNames } from '../session/offline-caches.ts';
import { readKnownUser } from './answers.ts';
import { storedAudio } from './stored-audio.ts';
import { type AudioAddress, readAudioPath } from './read-token.ts';

/** Whose audio this request asks for; null for any other request. */
export function audioAskedFor(request: Request): AudioAddress | null {
  return request.method === 'GET' ? readAudioPath(new URL(request.url).pathname) : null;
}

/** The kept file where the user has one in that language and may listen today; else whatever the server says. */
export async function answerAudio(request: Request, ticket: AudioAddress): Promise<Response> {
  const file = await storedFile(ticket).catch(() => null);
  return file ? answerRange(file, request.headers.get('Range')) : fetch(request);
}

/** The file that was asked for last: players ask for one part after the other, and some browsers copy it each time. */
let last: { readonly place: string; readonly file: Blob } | null = null;

async function storedFile({ contentId, userId, language }: AudioAddress): Promise<Blob | null> {
  if (!(await storedAudio(userId, language)).includes(contentId)) return null;
  const user = await readKnownUser(userId);
  if (!mayListen(user?.accessTo, new Date(Date.now() + (user?.clockOffset ?? 0)))) return null;
  const place = [userId, language, contentId].join('/');
  if (last?.place === place) return last.file;
  const stored = await caches.match(audioKey(contentId), { cacheName: cacheNames.audio(userId), ignoreVary: true });
  last = stored ? { place, file: await stored.blob() } : null;
  return last && last.file;
}

/** Whether access lasts, by what the server said last. */
export function mayListen(accessTo: unknown, now: Date): boolean {
  return typeof accessTo === 'string' && new Date(accessTo) > now;
}

/** First and last byte, both included. */
interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * The bytes that a `Range` header asks for of a file of this size (RFC 9110, section 14). `whole` where it asks for none
 * or in a way that may be ignored, such as several ranges at once; `none` where the file has none of them (416).
 */
export function findRange(header: string | null, size: number): ByteRange | 'whole' | 'none' {
  const match = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header ?? '');
  const [from, to] = [match?.[1] ?? '', match?.[2] ?? ''];
  if (from === '' && to === '') return 'whole';
  if (from === '') {
    const wanted = Math.min(Number(to), size);
    return wanted === 0 ? 'none' : { first: size - wanted, last: size - 1 };
  }
  if (to !== '' && Number(to) < Number(from)) return 'whole'; // no range at all: to be ignored
  if (Number(from) >= size) return 'none';
  return { first: Number(from), last: to === '' ? size - 1 : Math.min(Number(to), size - 1) };
}

/** The answer to a request for a kept file, or for a part of it. */
export function answerRange(file: Blob, header: string | null): Response {
  const range = findRange(header, file.size);
  const headers = { 'Accept-Ranges': 'bytes', 'Content-Type': file.type };
  if (range === 'none')
    return new Response(null, { status: 416, headers: { ...headers, 'Content-Range': `bytes */${file.size}` } });
  if (range === 'whole') return new Response(file, { headers: { ...headers, 'Content-Length': String(file.size) } });
  const { first, last } = range;
  return new Response(file.slice(first, last + 1, file.type), {
    status: 206,
    headers: {
      ...headers,
      'Content-Length': String(last - first + 1),
      'Content-Range': `bytes ${first}-${last}/${file.size}`,
    },
  });
}
