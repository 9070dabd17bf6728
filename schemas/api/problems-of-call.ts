import type { Call } from './call.ts';
import type { ApiProblemCode } from './problem.ts';

/** All problems that a call can answer with: its own, and those of every call of its kind. */
export function problemsOfCall(call: Call): readonly ApiProblemCode[] {
  const codes = new Set<ApiProblemCode>([
    'bad_request',
    'too_many_requests',
    'internal',
    'unavailable',
    ...call.problems,
  ]);
  if (call.auth === 'user') addAll(codes, ['not_signed_in', 'tokens_outdated']);
  if (call.params !== undefined || call.query !== undefined) addAll(codes, ['invalid_fields']);
  if (call.body !== undefined) addAll(codes, ['invalid_fields', 'too_large', 'unsupported_media_type']);
  return [...codes];
}

function addAll(codes: Set<ApiProblemCode>, more: readonly ApiProblemCode[]): void {
  for (const code of more) codes.add(code);
}
