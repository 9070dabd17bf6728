/**
 * The landing page as this project serves it, as a share of a bare Express app that sends the same bytes as one buffer.
 *
 *   npx tsx tests/bench/server.ts                        a page made up for it
 *   SITE_DIR=dist/site npx tsx tests/bench/server.ts     the landing page of the built site
 *
 * Each contestant is a process of its own; this process asks. Prints requests per second and the
 * server's processor time per request, medians of repetitions that take turns. Exits with 1 below the goal.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Express } from 'express';
import { createApp } from '../../api/platform/create-app.ts';
import { createReadiness } from '../../api/platform/health.ts';
import { createLog } from '../../api/platform/log.ts';
import { loadSite } from '../../api/platform/site/load.ts';
import { findAddress, type ServedSite } from '../../api/platform/site/serve.ts';
import { appWithoutCalls } from '../harness/app.ts';
import { makeSmallSite } from '../harness/small-site.ts';
import { aim, drive, type Target } from './drive.ts';

const goal = 0.6;
const repetitions = 7;
const connections = 32;
const secondsPerRepetition = 2;
const path = '/daily-emotional-reset';

const contestants = {
  'bare, send': (site: ServedSite) => bareApp(site, (response, body) => response.send(body)),
  'bare, end': (site: ServedSite) => bareApp(site, (response, body) => response.end(body)),
  ours: (site: ServedSite) =>
    createApp({
      ...appWithoutCalls({ site, readiness: createReadiness(), log: createLog('error') }),
      production: true,
    }),
} as const satisfies Record<string, (site: ServedSite) => RequestListener>;
type Contestant = keyof typeof contestants;

function bareApp(site: ServedSite, send: (response: express.Response, body: Buffer) => void): Express {
  const address = findAddress(site, path);
  if (address?.kind !== 'page') throw new Error(`The site has no page ${path}`);
  const body = address.page.get('en')?.variants.br?.body ?? Buffer.alloc(0);
  const app = express();
  app.get(path, (_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.setHeader('Content-Encoding', 'br');
    send(response, body);
  });
  return app;
}

interface Usage {
  /** Of the server's process so far. */
  readonly processorMicroseconds: number;
}

/** In a contestant's process: serves, and tells its processor time whenever it is asked. */
async function serve(name: Contestant, siteDirectory: string): Promise<void> {
  const server = createServer(contestants[name](await loadSite(siteDirectory)));
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ processorMicroseconds: user + system } satisfies Usage);
  });
}

interface Rival {
  readonly name: Contestant;
  readonly child: ChildProcess;
  readonly target: Target;
  readonly perSecond: number[];
  readonly processorTime: number[];
}

async function enter(name: Contestant, siteDirectory: string): Promise<Rival> {
  const child = fork(import.meta.filename, [name, siteDirectory]);
  const [port] = (await once(child, 'message')) as [number];
  return { name, child, target: await aim(port, request), perSecond: [], processorTime: [] };
}

const request = Buffer.from(
  [
    `GET ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    'User-Agent: Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15',
    'Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'Accept-Encoding: gzip, deflate, br',
    'Accept-Language: en-US,en;q=0.9',
    'Cookie: _ga=GA1.1.123456789.1700000000; locale=en',
    'Connection: keep-alive',
    '\r\n',
  ].join('\r\n'),
);

async function processorTimeOf({ child }: Rival): Promise<number> {
  child.send('usage');
  const [usage] = (await once(child, 'message')) as [Usage];
  return usage.processorMicroseconds;
}

async function measure(rival: Rival): Promise<void> {
  const [before, started] = [await processorTimeOf(rival), performance.now()];
  const answers = await drive(rival.target, { seconds: secondsPerRepetition, connections });
  rival.perSecond.push((answers * 1000) / (performance.now() - started));
  rival.processorTime.push(((await processorTimeOf(rival)) - before) / answers);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

async function compare(siteDirectory: string): Promise<void> {
  const names = Object.keys(contestants) as Contestant[];
  const rivals = await Promise.all(names.map((name) => enter(name, siteDirectory)));
  for (const rival of rivals) await drive(rival.target, { seconds: 1, connections });
  for (let repetition = 0; repetition < repetitions; repetition += 1)
    for (const rival of repetition % 2 === 0 ? rivals : rivals.toReversed()) await measure(rival);
  for (const { child } of rivals) child.kill();

  const shares = rivals.map((rival) => {
    const share = ofFirst(rivals, rival);
    const figures = [
      `${median(rival.perSecond).toFixed(0).padStart(7)} requests/s`,
      `${median(rival.processorTime).toFixed(1).padStart(6)} µs of processor each`,
      `${(share * 100).toFixed(0).padStart(4)} % of “bare, send”`,
    ];
    console.log(`${rival.name.padEnd(12)}${figures.join('  ')}  (${rival.target.answerLength} bytes)`);
    return share;
  });
  const ours = shares[names.indexOf('ours')] ?? 0;
  console.log(`The landing page: ${(ours * 100).toFixed(0)} % of bare Express; the goal is ${goal * 100} %.`);
  process.exitCode = ours >= goal ? 0 : 1;
}

/** The median of the ratios within each repetition. */
function ofFirst([first]: readonly Rival[], rival: Rival): number {
  return median(rival.perSecond.map((perSecond, index) => perSecond / (first?.perSecond[index] ?? Number.NaN)));
}

function textThatHardlyCompresses(length: number): string {
  let text = '';
  while (text.length < length) text += createHash('sha256').update(text).digest('base64');
  return text;
}

const [name, siteDirectory] = process.argv.slice(2);
if (name && siteDirectory) await serve(name as Contestant, siteDirectory);
else await compare(process.env['SITE_DIR'] ?? makeSmallSite(textThatHardlyCompresses(10_000)));
