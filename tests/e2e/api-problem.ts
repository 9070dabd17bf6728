import type { ProblemCode } from '../../schemas/api/problem.ts';

/** An answer of the API that says why it refuses, for `route.fulfill`. */
export function problem(status: number, detail: string, code: ProblemCode = 'internal') {
  return { status, contentType: 'application/problem+json', body: JSON.stringify({ status, detail, code }) };
}
