/** Bytes of a file, both ends included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

interface Conditions {
  readonly range: string | undefined;
  readonly ifRange: string | undefined;
  /** Strong; null where there is none. */
  readonly etag: string | null;
  readonly bytes: number;
}

/**
 * The part of a file that a request asks for (RFC 9110): null for the whole, which is also the answer to several parts at once, to units that we
 * don't know and where the file is no longer the one that the caller has a part of.
 */
export function requestedRange({ range, ifRange, etag, bytes }: Conditions): ByteRange | 'unsatisfiable' | null {
  if (range === undefined) return null;
  if (ifRange !== undefined && ifRange.trim() !== etag) return null;
  const [, first = '', last = ''] = /^bytes=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/i.exec(range) ?? [];
  if (first === '' && last === '') return null;
  if (first === '') return lastOf(Number(last), bytes);
  const start = Number(first);
  const end = last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  if (last !== '' && Number(last) < start) return null;
  return start < bytes ? { start, end } : 'unsatisfiable';
}

function lastOf(count: number, bytes: number): ByteRange | 'unsatisfiable' {
  return count === 0 ? 'unsatisfiable' : { start: Math.max(0, bytes - count), end: bytes - 1 };
}
