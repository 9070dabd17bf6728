import express, { type RequestHandler } from 'express';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadSite } from '../../api/platform/site/load.ts';
import type { SiteManifest, SitePage } from '../../api/platform/site/manifest.ts';
import { serveNotFound, serveSite } from '../../api/platform/site/serve.ts';

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};
const pieceBytes = 1_500;
const pauseMilliseconds = 15;

/**
 * Serves a built site as over a slow line: pages come piece by piece, scripts when `scripts` is settled, and there is no API. Listens on this
 * port of this machine until it is closed.
 */
export function serveSlowly(
  siteDir: string,
  { port, scripts }: { port: number; scripts: () => Promise<void> },
): Server {
  const manifest = JSON.parse(readFileSync(path.join(siteDir, 'pages.json'), 'utf8')) as SiteManifest;
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://site');
    const page = manifest.pages[pathname]?.[searchParams.get('locale') ?? 'en'];
    const file = path.join(siteDir, pathname);
    if (page) void sendPage(response, path.join(siteDir, page.file), page);
    else if (pathname.startsWith('/api/')) response.writeHead(204).end();
    else if (!existsSync(file)) response.writeHead(404).end();
    else {
      const send = () =>
        response
          .writeHead(200, { 'content-type': types[path.extname(file)] ?? 'application/octet-stream' })
          .end(readFileSync(file));
      void (file.endsWith('.js') ? scripts().then(send) : send());
    }
  });
  return server.listen(port, '127.0.0.1');
}

async function sendPage(response: ServerResponse, file: string, { csp }: SitePage): Promise<void> {
  const quoted = csp.scripts.map((hash) => `'${hash}'`).join(' ');
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `script-src 'self' ${quoted}`,
  });
  const html = readFileSync(file);
  for (let from = 0; from < html.length; from += pieceBytes) {
    response.write(html.subarray(from, from + pieceBytes));
    await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds));
  }
  response.end();
}

/** A server of built sites, without an API, whose site is replaced as by a deployment. */
export class ReplaceableSite {
  readonly #port: number;
  #handlers: RequestHandler[] = [];
  #server: Server | undefined;

  constructor(port: number) {
    this.#port = port;
  }

  /** From now on this site is served, and no other. */
  async publish(siteDir: string): Promise<void> {
    const options = { site: await loadSite(siteDir), countAnswer: () => undefined };
    this.#handlers = [serveSite(options), serveNotFound(options)];
    if (this.#server) return;
    const app = express();
    app.use('/api', (_request, response) => void response.sendStatus(204));
    app.use((request, response, next) => {
      const [serve, refuse] = this.#handlers;
      void serve!(request, response, () => void refuse!(request, response, next));
    });
    this.#server = app.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  /** The server is away. */
  stop(): void {
    this.#server?.close();
    this.#server?.closeAllConnections();
    this.#server = undefined;
  }
}

/**
 * A copy of a built site as if another build had followed: the code's files have other names, the files of before are
 * gone, and the pages' titles begin with `New: `. Returns its folder, which goes with the process.
 */
export function nextBuildOf(siteDir: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'next-build-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  cpSync(siteDir, folder, { recursive: true, filter: (file) => !/\.(?:br|gz)$/.test(file) });
  const assets = path.join(folder, 'assets');
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
  for (const name of scripts) renameSync(path.join(assets, name), path.join(assets, renamed(name)));
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(?:js|html)$/.test(file)) continue;
    let text = readFileSync(path.join(folder, file), 'utf8');
    for (const name of scripts) text = text.replaceAll(name, renamed(name));
    writeFileSync(
      path.join(folder, file),
      text.replaceAll('<title>', '<title>New: ').replace('"version":"', '"version":"new-'),
    );
  }
  return folder;
}

const renamed = (name: string): string => name.replace(/\.js$/, '-new.js');
