import { siteLocales } from '../../engine/model.ts';

/** The user of an access token, from an `Authorization` header. Nothing is proved by it: only the server can do that. */
export function userOfBearer(header: string | null): string | null {
  const payload = /^Bearer [\w-]+\.([\w-]+)\./.exec(header ?? '')?.[1];
  if (payload === undefined) return null;
  try {
    const { sub } = JSON.parse(fromBase64Url(payload)) as { sub?: unknown };
    return typeof sub === 'string' && sub !== '' ? sub : null;
  } catch {
    return null; // no token of ours
  }
}

/** What an audio address says of itself: whom it was made for, and the language. */
export interface AudioAddress {
  readonly contentId: string;
  readonly userId: string;
  readonly language: string;
}

const layoutVersion = 1;

/**
 * Reads the path of an audio address as `api/content/audio/address.ts` lays it out; null for any other layout, so that
 * one that is changed there is left to the server. An address that has expired counts.
 */
export function readAudioPath(path: string): AudioAddress | null {
  const [, contentId, ticket] = /^\/api\/v1\/content\/([^/]+)\/audio\/([\w-]+)\/$/.exec(path) ?? [];
  if (contentId === undefined || ticket === undefined) return null;
  try {
    const bytes = fromBase64Url(ticket);
    const language = siteLocales[bytes.charCodeAt(1)];
    if (bytes.charCodeAt(0) !== layoutVersion || language === undefined) return null;
    const hex = Array.from(bytes.slice(6, 22), (each) => each.charCodeAt(0).toString(16).padStart(2, '0')).join('');
    const userId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    return { contentId: decodeURIComponent(contentId), userId, language };
  } catch {
    return null;
  }
}

function fromBase64Url(text: string): string {
  return atob(text.replaceAll('-', '+').replaceAll('_', '/'));
}
