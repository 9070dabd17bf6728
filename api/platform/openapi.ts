import { brand } from '../../content/brand.ts';
import type { Router } from 'express';
import type { JSONSchema } from 'json-schema-to-ts';
import { recordOf } from './http/log-calls.ts';
import { refuseMethod } from './http/calls.ts';
import { statusOf } from './http/problem.ts';
import type { Call } from '../../schemas/api/call.ts';
import { type ApiProblemCode, problemSchema } from '../../schemas/api/problem.ts';
import { problemsOfCall } from '../../schemas/api/problems-of-call.ts';
import { createRouter } from './http/router.ts';

/** An OpenAPI 3.1 document, as JSON. */
interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, unknown>>;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: unknown;
  readonly responses: Readonly<Record<string, unknown>>;
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly schema: JSONSchema;
}

/** The OpenAPI document of these calls. */
export function describeApi(calls: readonly Call[]): OpenApiDocument {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const call of calls) (paths[call.path] ??= {})[call.method.toLowerCase()] = describeCall(call);
  return {
    openapi: '3.1.0',
    info: {
      title: brand.name,
      version: '1',
      description: 'JSON in UTF-8. Times are ISO 8601 in UTC. Errors are problems as RFC 9457 describes them.',
    },
    servers: [{ url: '/api' }],
    paths,
    components: {
      schemas: { Problem: problemSchema },
      securitySchemes: { accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

function describeCall(call: Call): Operation {
  return {
    operationId: call.id,
    summary: call.summary,
    tags: [call.path.split('/')[2] ?? ''],
    security: securityOf[call.auth],
    parameters: [...parametersOf(call.params, 'path'), ...parametersOf(call.query, 'query')],
    ...(call.body !== undefined && {
      requestBody: { required: true, content: describeBody(call.body, call.beacon ?? false) },
    }),
    responses: { [call.reply.status]: describeReply(call), ...describeProblems(problemsOfCall(call)) },
  };
}

const securityOf = { none: [], user: [{ accessToken: [] }], optional: [{}, { accessToken: [] }] } as const;

function describeBody(schema: JSONSchema, isBeacon: boolean): Readonly<Record<string, unknown>> {
  const text = { schema: { type: 'string', description: 'The same as JSON.' } };
  return { 'application/json': { schema }, ...(isBeacon && { 'text/plain': text }) };
}

/** Schemas of parameters are always objects with `properties`. */
function parametersOf(schema: JSONSchema | undefined, place: Parameter['in']): Parameter[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Readonly<Record<string, JSONSchema>>;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema,
  }));
}

function describeReply({ reply }: Call): unknown {
  if (reply.body === undefined) return { description: 'Done.' };
  const content = { 'application/json': { schema: reply.body } };
  return { description: 'The reply.', ...(reply.cookies && { headers: describeCookies(reply.cookies) }), content };
}

function describeCookies(cookies: Readonly<Record<string, string>>): Readonly<Record<string, unknown>> {
  const values = Object.entries(cookies).map(([name, field]) => `\`${name}\` (\`${field}\`)`);
  const description = `Only for pages of the same origin: ${values.join(', ')}, for 30 days, readable by scripts.`;
  return { 'Set-Cookie': { description, schema: { type: 'string' } } };
}

/** One entry for each status, with the codes that come with it. */
function describeProblems(codes: readonly ApiProblemCode[]): Record<string, unknown> {
  const byStatus = new Map<number, ApiProblemCode[]>();
  for (const code of codes) byStatus.set(statusOf(code), [...(byStatus.get(statusOf(code)) ?? []), code]);
  const entries = [...byStatus].map(([status, codes]) => {
    const schema = { allOf: [{ $ref: '#/components/schemas/Problem' }], properties: { code: { enum: codes } } };
    const description = `Problem: ${codes.join(', ')}.`;
    return [status, { description, content: { 'application/problem+json': { schema } } }] as const;
  });
  return Object.fromEntries(entries);
}

/** `GET /openapi.json`: these calls for programs and their makers, as OpenAPI 3.1. */
export function createOpenApiRoutes(calls: readonly Call[]): Router {
  const text = JSON.stringify(describeApi(calls));
  return createRouter()
    .get('/openapi.json', (_request, response) => {
      recordOf(response).route = '/openapi.json';
      response.type('json').end(text);
    })
    .all('/openapi.json', refuseMethod('/openapi.json', ['GET']));
}
