import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What keeps a site's files and hands them out at an address of its own, as a CDN. */
export interface FileHost {
  /** What `ASSETS_URL` is set to. */
  readonly url: string;
  /** The paths that were asked for. */
  readonly asked: readonly string[];
  /** The site whose files it hands out: each is fetched there, with its headers. */
  fetchFrom(siteUrl: string): void;
  close(): void;
}

/** Starts one below a folder of its address. It passes on what the site answers, and knows nothing else. */
export async function startFileHost(): Promise<FileHost> {
  const folder = '/of-the-site';
  let site = '';
  const asked: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url!.slice(folder.length);
    asked.push(path);
    const { 'accept-encoding': encoding = '', origin } = incoming.headers;
    const headers = { 'accept-encoding': encoding, ...(origin !== undefined && { origin }) };
    request(site + path, { method: incoming.method ?? 'GET', headers }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
    })
      .on('error', () => outgoing.writeHead(502).end())
      .end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${folder}`,
    asked,
    fetchFrom: (siteUrl) => void (site = siteUrl),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
