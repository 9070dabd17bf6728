import { createServer, request as askBack, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/**
 * How Stripe is to anyone who calls it. away: nobody listens. slow: eleven seconds late. failing: 500 to everything.
 * garbage: something in front of it answers with a page. deaf: it does what it is asked for, and the answer is lost.
 * confused: it makes pages, and says 500 all the same.
 */
export type Mood = 'well' | 'away' | 'slow' | 'failing' | 'garbage' | 'deaf' | 'confused';

/** What stands in front of a server that is always well, and is not always so itself. */
export interface Front {
  readonly url: string;
  readonly setMood: (mood: Mood) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface FrontOptions {
  readonly backUrl: string;
  /** Milliseconds that each request is on its way. */
  readonly latency?: () => number;
}

/** Longer than the server waits for one answer. */
const slowMilliseconds = 11_000;

export async function startFront({ backUrl, latency = () => 0 }: FrontOptions): Promise<Front> {
  let mood: Mood = 'well';
  const server = createServer((request, response) => {
    const met = mood;
    const delay = met === 'slow' ? slowMilliseconds : latency();
    // Read at once: what is late is done all the same, whether or not somebody still waits for it.
    void buffer(request).then(
      (body) => setTimeout(() => answer(met, { request, response, body, backUrl }), delay),
      () => response.destroy(),
    );
  });
  const port = await listen(server, 0);
  return {
    url: `http://127.0.0.1:${port}`,
    async setMood(next) {
      if (mood === 'away' && next !== 'away') await listen(server, port);
      if (mood !== 'away' && next === 'away') await close(server);
      mood = next;
    },
    close: () => (mood === 'away' ? Promise.resolve() : close(server)),
  };
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: Buffer;
  readonly backUrl: string;
}

function answer(mood: Mood, exchange: Exchange): void {
  const { request, response } = exchange;
  const isForPage = request.method === 'POST' && request.url === '/v1/checkout/sessions';
  if (mood === 'failing') fail(response);
  else if (mood === 'garbage') {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>Welcome to nginx!</title>');
  } else if (mood === 'deaf') passOn(exchange, () => request.socket.destroy());
  else if (mood === 'confused' && isForPage) passOn(exchange, () => fail(response));
  else passOn(exchange);
}

function fail(response: ServerResponse): void {
  const error = { type: 'api_error', message: 'Something went wrong on our side.' };
  response.writeHead(500, { 'Content-Type': 'application/json' }).end(JSON.stringify({ error }));
}

/** `instead` of an answer. */
function passOn({ request, response, body, backUrl }: Exchange, instead?: () => void): void {
  const { method, headers, url = '/' } = request;
  const back = askBack(new URL(url, backUrl), { method, headers: { ...headers, host: new URL(backUrl).host } });
  back.on('response', (answered) => {
    if (instead) {
      answered.resume().on('end', instead);
      return;
    }
    response.writeHead(answered.statusCode ?? 502, answered.headers);
    answered.pipe(response);
  });
  back.on('error', () => response.destroy());
  back.end(body);
}

/** Resolves to the port. */
export function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

/** Breaks the connections, too. */
export function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
