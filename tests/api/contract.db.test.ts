import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../api/platform/config/config.ts';
import { statusOf } from '../../api/platform/http/problem.ts';
import { handedDependencies } from '../../scripts/handed-dependencies.ts';
import { startServer, type RunningServer } from '../../api/start-server.ts';
import type { signup } from '../../schemas/api/auth.ts';
import type { Call, ReplyOf } from '../../schemas/api/call.ts';
import { calls } from '../../schemas/api/index.ts';
import { problemSchema, type ProblemDetails } from '../../schemas/api/problem.ts';
import { problemsOfCall } from '../../schemas/api/problems-of-call.ts';
import type { Database } from '../../api/platform/db/database.ts';
import { openFreshPostgres, urlOf } from '../harness/databases.ts';
import { arbitraryRequest } from './contract/arbitrary-request.ts';
import { ask, type Answer } from '../harness/app.ts';
import { makeSmallSite } from '../harness/small-site.ts';

/** `npm run proof -- contract` sets it to 10,000. */
const runs = Number(process.env['FUZZ_RUNS'] ?? 100);

const ajv = new Ajv2020({ allowUnionTypes: true });
addFormats.default(ajv);
const isProblem = ajv.compile<ProblemDetails>(problemSchema);

let database: Database;
let server: RunningServer;
let port: number;

beforeAll(async () => {
  database = await openFreshPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'still-waters-contract-'));
  const place = { DATABASE_URL: urlOf(database), DATA_DIR: folder, SITE_DIR: makeSmallSite() };
  const environment = { NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'silent', ...place };
  server = await startServer(readConfig(environment), handedDependencies);
  port = Number(new URL(server.url).port);
});
afterAll(async () => {
  await server.stop();
  await database.close();
});

describe(`any request of ${runs} for each call`, () => {
  test.each(calls.map((call) => [call.id, call] as const))(
    'is answered as the contract says, and never by a failure: %s',
    async (id, call) => {
      const isReply = call.reply.body === undefined ? null : ajv.compile(call.reply.body as object);
      const accessToken = await becomeMember(`${id.toLowerCase()}@example.com`);
      const seen = new Set<string>();
      await fc.assert(
        fc.asyncProperty(arbitraryRequest(call, accessToken), async (request) => {
          const answer = await ask(port, request.path, request);
          seen.add(checkAnswer(call, answer, isReply));
        }),
        { numRuns: runs },
      );
      // Nothing can be wrong with a request that takes nothing, from anybody.
      if (takesAnything(call)) expect([...seen]).not.toHaveLength(1);
    },
    runs * 200 + 30_000,
  );
});

function takesAnything({ auth, params, query, body }: Call): boolean {
  return auth === 'user' || params !== undefined || query !== undefined || body !== undefined;
}

/** Throws unless the answer is one of the contract's; returns what it was. */
function checkAnswer(call: Call, { status, headers, text }: Answer, isReply: ValidateFunction | null): string {
  expect(status, text).toBeLessThan(500);
  expect(headers['x-request-id']).toMatch(/^[\w.:-]{8,64}$/);
  if (status === call.reply.status) {
    if (isReply === null) expect(text).toBe('');
    else expect(isReply(JSON.parse(text)) || isReply.errors, text).toBe(true);
    return String(status);
  }
  const problem: unknown = JSON.parse(text);
  if (!isProblem(problem)) throw new Error(`Not a problem: ${text}`);
  expect(headers['content-type']).toMatch(/^application\/problem\+json\b/);
  expect(status).toBe(statusOf(problem.code));
  // A parameter may make the path that of another call, or of none.
  const others = call.params === undefined ? [] : (['not_found', 'method_not_allowed'] as const);
  expect([...problemsOfCall(call), ...others]).toContain(problem.code);
  return problem.code;
}

/** Resolves to the access token of somebody who may listen, and see the reports. */
async function becomeMember(email: string): Promise<string> {
  const agreements = { terms: true, privacy: true, cancelAnytime: true };
  const body = JSON.stringify({ email, password: 'of the contract 1', agreements });
  const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
  const { text } = await ask(port, '/api/v1/auth/signup/', { method: 'POST', headers, body });
  const { accessToken, user } = JSON.parse(text) as ReplyOf<typeof signup>;
  const grant = { user_id: user.id, source: 'test', source_id: user.id, ends_at: '9999-12-31T00:00:00Z' };
  await database.knex('access_grants').insert(grant);
  await database.knex('users').where({ id: user.id }).update({ role: 'analyst' });
  return accessToken;
}
