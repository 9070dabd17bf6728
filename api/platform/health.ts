import type { RequestHandler, Router } from 'express';
import type { RequestListener } from 'node:http';
import { ApiError } from './http/problem.ts';
import { recordOf } from './http/log-calls.ts';
import { refuseMethod } from './http/calls.ts';
import { createRouter } from './http/router.ts';

interface HealthSources {
  readonly readiness: Readiness;
  readonly isDatabaseThere: CheckDatabase;
}

/** `live/`: the process answers. `ready/`: it also wants requests, and its database answers; else 503. */
export function createHealthRoutes({ readiness, isDatabaseThere }: HealthSources): Router {
  const ready: RequestHandler = async (_request, response) => {
    recordOf(response).route = '/health/ready/';
    if (readiness.state !== 'ready') throw new ApiError('not_ready');
    if (!(await isDatabaseThere())) throw new ApiError('unavailable');
    response.json({ status: 'ready' });
  };
  return createRouter()
    .get('/live', live)
    .get('/ready', ready)
    .all('/live', refuseMethod('/health/live/', ['GET']))
    .all('/ready', refuseMethod('/health/ready/', ['GET']));
}

const live: RequestHandler = (_request, response) => {
  recordOf(response).route = '/health/live/';
  response.json({ status: 'live' });
};

/** Answers while the process waits to begin: it is alive, and nothing else can be asked of it yet. */
export const answerStarting: RequestListener = ({ url }, response) => {
  const isLive = /^\/api\/health\/live\/?(?:\?|$)/.test(url ?? '');
  response.writeHead(isLive ? 200 : 503, {
    'Content-Type': 'application/json',
    Connection: 'close',
    'Retry-After': '1',
  });
  response.end(JSON.stringify({ status: isLive ? 'live' : 'starting' }));
};

/** Whether the database answers. */
export type CheckDatabase = () => Promise<boolean>;

/** So often is the database asked at most, however many load balancers ask us. */
const cacheMilliseconds = 1_000;

/** A database that takes longer to say hello is as good as none. */
const timeoutMilliseconds = 2_000;

/** Asks the database with `ping`; an answer, or its absence, is remembered for a second. */
export function createDatabaseCheck(ping: () => Promise<void>): CheckDatabase {
  let answer = Promise.resolve(false);
  let askedAt = -Infinity;
  return () => {
    if (performance.now() - askedAt >= cacheMilliseconds) {
      askedAt = performance.now();
      answer = answersInTime(ping);
    }
    return answer;
  };
}

function answersInTime(ping: () => Promise<void>): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), timeoutMilliseconds);
    ping()
      .then(
        () => resolve(true),
        () => resolve(false),
      )
      .finally(() => clearTimeout(timer));
  });
}

/** Where the process is in its life. Load balancers send requests only while it is `ready`. */
export interface Readiness {
  state: 'starting' | 'ready' | 'stopping';
}

/** A process that has just begun to start. */
export function createReadiness(): Readiness {
  return { state: 'starting' };
}
