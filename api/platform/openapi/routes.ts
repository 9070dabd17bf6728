import { Router } from 'express';
import type { Call } from '../../../schemas/api/call.ts';
import { recordOf } from '../http/call-record.ts';
import { refuseMethod } from '../http/create-call-router.ts';
import { describeApi } from './describe-api.ts';

/** `GET /openapi.json`: these calls for programs and their makers, as OpenAPI 3.1. */
export function createOpenApiRoutes(calls: readonly Call[]): Router {
  const text = JSON.stringify(describeApi(calls));
  return Router()
    .get('/openapi.json', (_request, response) => {
      recordOf(response).route = '/openapi.json';
      response.type('json').end(text);
    })
    .all('/openapi.json', refuseMethod('/openapi.json', ['GET']));
}
