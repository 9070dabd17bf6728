/** What a request asks for, as it came: nothing is decoded. */
export interface RequestTarget {
  readonly path: string;
  /** Without the `?`; empty where there is none. */
  readonly query: string;
}

/** Splits a request's target, which is mostly a path, but may also be a whole URL or `*` (RFC 9112). Never throws. */
export function splitTarget(target: string): RequestTarget {
  const start = target.startsWith('/') ? 0 : startOfPath(target);
  const mark = target.indexOf('?', start);
  if (mark === -1) return { path: target.slice(start), query: '' };
  return { path: target.slice(start, mark), query: target.slice(mark + 1) };
}

/** The path with its percent signs resolved, all but those that would make new slashes; null when malformed. */
export function decodePath(path: string): string | null {
  try {
    return decodeURI(path);
  } catch {
    return null;
  }
}

function startOfPath(target: string): number {
  return /^https?:\/\/[^/?]*/i.exec(target)?.[0].length ?? 0;
}
