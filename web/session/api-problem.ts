import type { FieldError, ProblemCode, ProblemDetails } from '../../schemas/api/problem.ts';

export type { FieldError, ProblemCode };

/** An answer of the API that is not 2xx. `message` is the server's `detail`, in the language on the screen. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  /** The HTTP status. */
  readonly status: number;
  /** The server's sentence for the visitor; empty where the answer was no problem+json, such as a proxy's page. */
  readonly detail: string;
  /** What programs can rely on; null where the answer was no problem+json. */
  readonly code: ProblemCode | null;
  /** What is wrong with which field; empty where it isn't about fields. */
  readonly errors: readonly FieldError[];

  constructor(status: number, body: Partial<ProblemDetails> = {}) {
    super(body.detail ?? '');
    this.status = status;
    this.detail = body.detail ?? '';
    this.code = body.code ?? null;
    this.errors = body.errors ?? [];
  }
}

/** The problem that an answer tells of. Never rejects: what can't be read has neither detail nor code. */
export async function readProblem(response: Response): Promise<ApiProblem> {
  const body: unknown = await response.json().catch(() => null);
  return new ApiProblem(response.status, isProblem(body) ? body : {});
}

function isProblem(body: unknown): body is Partial<ProblemDetails> {
  if (typeof body !== 'object' || body === null) return false;
  const { detail = '', errors = [] } = body as Record<string, unknown>;
  return typeof detail === 'string' && Array.isArray(errors);
}
