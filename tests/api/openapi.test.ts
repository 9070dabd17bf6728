import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { statusOf } from '../../api/platform/http/problem.ts';
import { describeApi } from '../../api/platform/openapi.ts';
import { calls } from '../../schemas/api/index.ts';
import { apiProblemCodes } from '../../schemas/api/problem.ts';

const document = describeApi(calls);
const operations = Object.entries(document.paths).flatMap(([path, byMethod]) =>
  Object.entries(byMethod).map(([method, operation]) => ({ path, method, operation })),
);

describe('the OpenAPI document', () => {
  test('has every account call of the specification, section 7', () => {
    const found = operations.map(({ path, method }) => `${method.toUpperCase()} ${path}`);
    expect(found).toEqual(
      expect.arrayContaining([
        'POST /v1/auth/signup/',
        'POST /v1/auth/login/',
        'POST /v1/auth/logout/',
        'POST /v1/auth/refresh-token/',
        'DELETE /v1/auth/remove/',
        'POST /v1/auth/verify/send/',
        'POST /v1/auth/verify/{userId}/{token}/',
        'POST /v1/auth/reset/start/',
        'POST /v1/auth/reset/finish/{userId}/{token}/',
        'POST /v1/emails/unsubscribe/{id}/',
        'GET /v1/users/me/',
        'PATCH /v1/users/me/',
      ]),
    );
  });

  test('gives each operation a name of its own', () => {
    const names = operations.map(({ operation }) => operation.operationId);
    expect(new Set(names).size).toBe(names.length);
  });

  test('declares exactly the parameters that stand in each path', () => {
    for (const { path, operation } of operations) {
      const inPath = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
      expect(inPath).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    }
  });

  test('holds only schemas that are valid', () => {
    const ajv = new Ajv2020({
      allowUnionTypes: true,
      formats: { 'password-rules': true, 'single-line': true, 'person-name': true, 'time-zone': true },
    });
    addFormats.default(ajv);
    for (const { body, reply } of calls)
      for (const schema of [body, reply.body]) if (schema !== undefined) ajv.compile(schema as object);
  });
});

function cells(row: string): string[] {
  return row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

describe('the manual of the API', () => {
  const manual = readFileSync('docs/reference/api.md', 'utf8');
  const rows = manual
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map(cells);

  test('lists every call with who may make it, its reply and its problems', () => {
    const expected = calls.map(({ method, path, auth, reply, problems }) => [
      `${method} ${path}`,
      auth === 'user' ? 'member' : 'anyone',
      String(reply.status),
      problems.map((code) => `\`${code}\``).join(', '),
    ]);
    expect(rows.filter(([call]) => /^[A-Z]+ \//.test(call ?? ''))).toEqual(expected);
  });

  test('explains every problem with its status', () => {
    const explained = [...manual.matchAll(/^- (`\w+`) \((\d+)\): /gm)].map(([, code, status]) => `${code} ${status}`);
    const expected = apiProblemCodes.map((code) => `\`${code}\` ${statusOf(code)}`);
    expect(new Set(explained)).toEqual(new Set(expected));
  });
});
