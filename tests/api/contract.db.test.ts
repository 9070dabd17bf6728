import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../api/config.ts';
import { statusOf } from '../../api/http/problem.ts';
import { startServer, type RunningServer } from '../../api/start-server.ts';
import type { Call } from '../../schemas/api/call.ts';
import { calls } from '../../schemas/api/index.ts';
import { problemSchema, type ProblemDetails } from '../../schemas/api/problem.ts';
import { problemsOfCall } from '../../schemas/api/problems-of-call.ts';
import { arbitraryRequest } from './contract/arbitrary-request.ts';
import { ask, type Answer } from './running-app.ts';
import { makeSmallSite } from './small-site.ts';

/** `npm run proof:contract` sets it to 10,000. */
const runs = Number(process.env['FUZZ_RUNS'] ?? 100);

const ajv = new Ajv2020({ allowUnionTypes: true });
addFormats.default(ajv);
const isProblem = ajv.compile<ProblemDetails>(problemSchema);

let server: RunningServer;
let port: number;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'still-waters-contract-'));
  const environment = { NODE_ENV: 'test', PORT: '0', DATA_DIR: folder, SITE_DIR: makeSmallSite(), LOG_LEVEL: 'silent' };
  server = await startServer(readConfig(environment));
  port = Number(new URL(server.url).port);
}, 60_000);
afterAll(() => server.stop());

describe(`any request of ${runs} for each call`, () => {
  test.each(calls.map((call) => [call.id, call] as const))(
    'is answered as the contract says, and never by a failure: %s',
    async (id, call) => {
      const isReply = call.reply.body === undefined ? null : ajv.compile(call.reply.body as object);
      const accessToken = await signUp(`${id.toLowerCase()}@example.com`);
      const seen = new Set<string>();
      await fc.assert(
        fc.asyncProperty(arbitraryRequest(call, accessToken), async (request) => {
          const answer = await ask(port, request.path, request);
          seen.add(checkAnswer(call, answer, isReply));
        }),
        { numRuns: runs },
      );
      expect([...seen]).not.toHaveLength(1);
    },
    runs * 200 + 30_000,
  );
});

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

async function signUp(email: string): Promise<string> {
  const agreements = { terms: true, privacy: true, cancelAnytime: true };
  const body = JSON.stringify({ email, password: 'of the contract 1', agreements });
  const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
  const { text } = await ask(port, '/api/v1/auth/signup/', { method: 'POST', headers, body });
  return (JSON.parse(text) as { accessToken: string }).accessToken;
}
