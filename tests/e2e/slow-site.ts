import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import path from 'node:path';
import type { SiteManifest, SitePage } from '../../api/platform/site/manifest.ts';

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
    const { pathname } = new URL(request.url!, 'http://site');
    const page = manifest.pages[pathname]?.['en'];
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
