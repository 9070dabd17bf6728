/** Where this server is found; filled in once it listens. */
export interface ServerAddress {
  /** Such as `http://127.0.0.1:3000`. */
  url: string | null;
}

/** How a program at this machine reaches the server, also one that listens on every address. Throws before it listens. */
export function localUrlOf({ url }: ServerAddress): string {
  if (url === null) throw new Error('The server was asked for its address before it listened');
  const { hostname, port } = new URL(url);
  if (hostname === '0.0.0.0') return `http://127.0.0.1:${port}`;
  return hostname === '[::]' ? `http://[::1]:${port}` : url;
}
