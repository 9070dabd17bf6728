import { createServer, request as httpRequest, type IncomingHttpHeaders, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { createApp, type AppDependencies } from '../../api/app.ts';
import { createReadiness, type Readiness } from '../../api/http/readiness.ts';
import { loadSite } from '../../api/site/load.ts';
import { makeSmallSite } from './small-site.ts';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly text: string;
}

export interface RunningApp {
  readonly readiness: Readiness;
  /** What the app logged as errors. */
  readonly logged: { event: string; context: unknown }[];
  /** Sends the path exactly as it is written. */
  ask(path: string, options?: { method?: string; headers?: Record<string, string> }): Promise<Answer>;
  /** Sends bytes and returns all that comes back until the server closes, or is silent for a while. */
  askRaw(bytes: string | Buffer): Promise<string>;
  close(): Promise<void>;
}

/** The app on a free port, with the small site; ready. */
export async function runApp(overrides: Partial<AppDependencies> = {}): Promise<RunningApp> {
  const logged: RunningApp['logged'] = [];
  const readiness = createReadiness();
  readiness.state = 'ready';
  const site = await loadSite(makeSmallSite());
  const app = createApp({
    site,
    readiness,
    logError: (event, _error, context) => logged.push({ event, context }),
    trustProxy: ['loopback'],
    production: false,
    ...overrides,
  });
  const server = createServer(app);
  const port = await listenAnywhere(server);
  return {
    readiness,
    logged,
    ask: (path, options = {}) => ask(port, path, options),
    askRaw: (bytes) => askRaw(port, bytes),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Listens on a free port of this machine and resolves to it. */
export function listenAnywhere(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

/** One request by `node:http`, which changes neither the path nor the headers. */
export function ask(
  port: number,
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const body = Buffer.concat(chunks);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body, text: body.toString() });
      });
    });
    request.on('error', reject);
    request.end();
  });
}

function askRaw(port: number, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setTimeout(300, () => socket.destroy());
    socket.on('data', (chunk) => (received += chunk.toString('latin1')));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => resolve(received));
  });
}
