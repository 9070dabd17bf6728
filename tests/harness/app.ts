import { createServer, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect, type AddressInfo, type Server } from 'node:net';
import { createApp, type AppDependencies } from '../../api/platform/create-app.ts';
import { ApiError } from '../../api/platform/http/problem.ts';
import { createReadiness, type Readiness } from '../../api/platform/health.ts';
import type { Log, LogContext } from '../../api/platform/log.ts';
import { createMetrics } from '../../api/platform/metrics.ts';
import { loadSite } from '../../api/platform/site/load.ts';
import { makeSmallSite } from './small-site.ts';
import { createRouter } from '../../api/platform/http/router.ts';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly text: string;
}

/** An event that was logged. */
export interface Logged {
  readonly event: string;
  readonly context: LogContext | undefined;
}

export interface AskOptions {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
}

export interface RunningApp {
  readonly readiness: Readiness;
  /** What the app logged, all but the lines about requests that were answered. */
  readonly logged: Logged[];
  /** The lines about requests that were answered. */
  readonly requests: Logged[];
  /** Sends the path exactly as it is written. */
  ask(path: string, options?: AskOptions): Promise<Answer>;
  /** Sends bytes and returns all that comes back until the server closes, or is silent for a while. */
  askRaw(bytes: string | Buffer): Promise<string>;
  close(): Promise<void>;
}

/** The app on a free port, with the small site and no calls; ready. */
export async function runApp(overrides: Partial<AppDependencies> = {}): Promise<RunningApp> {
  const { log, logged, requests } = recordingLog();
  const readiness = createReadiness();
  readiness.state = 'ready';
  const site = await loadSite(makeSmallSite());
  const app = createApp({ ...appWithoutCalls({ site, readiness, log }), ...overrides });
  const server = createServer(app);
  const port = await listenAnywhere(server);
  return {
    readiness,
    logged,
    requests,
    ask: (path, options = {}) => ask(port, path, options),
    askRaw: (bytes) => askRaw(port, bytes),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Of the app without calls. */
export const metricsToken = 'token-of-the-metrics';

/** An app of nothing but its site, without a database. */
export function appWithoutCalls(parts: Pick<AppDependencies, 'site' | 'readiness' | 'log'>): AppDependencies {
  return {
    ...parts,
    findFile: () => Promise.resolve(undefined),
    endpoints: {},
    authenticate: () => Promise.reject(new ApiError('not_signed_in')),
    redirects: createRouter(),
    webhooks: createRouter(),
    audio: createRouter(),
    isDatabaseThere: () => Promise.resolve(true),
    metrics: createMetrics(),
    metricsToken,
    corsOrigins: [],
    countryHeader: null,
    trustProxy: ['loopback'],
    production: false,
    developmentRoutes: null,
  };
}

/** A log that a test reads. */
export function recordingLog(): { log: Log; logged: Logged[]; requests: Logged[] } {
  const logged: Logged[] = [];
  const requests: Logged[] = [];
  const record = (event: string, context?: LogContext) =>
    void (event === 'request' ? requests : logged).push({ event, context });
  return {
    log: { error: (event, _error, context) => record(event, context), warn: record, info: record },
    logged,
    requests,
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
  { method = 'GET', headers = {}, body }: AskOptions = {},
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
    request.end(body);
  });
}

function askRaw(port: number, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setTimeout(20_000, () => socket.destroy());
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      socket.setTimeout(300); // an answer that leaves the connection open has no end of its own
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => resolve(received));
  });
}
