import { Router, type RequestHandler } from 'express';
import { ApiError } from '../http/api-error.ts';
import { recordOf } from '../http/call-record.ts';
import { refuseMethod } from '../http/create-call-router.ts';
import type { Readiness } from '../http/readiness.ts';
import type { CheckDatabase } from './check-database.ts';

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
  return Router()
    .get('/live', live)
    .get('/ready', ready)
    .all('/live', refuseMethod('/health/live/', ['GET']))
    .all('/ready', refuseMethod('/health/ready/', ['GET']));
}

const live: RequestHandler = (_request, response) => {
  recordOf(response).route = '/health/live/';
  response.json({ status: 'live' });
};
