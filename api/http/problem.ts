import type { Response } from 'express';

/** An error as a program and a person can use it: RFC 9457, with a `code` that never changes. */
export interface ProblemDetails {
  readonly status: number;
  readonly title: string;
  /** A sentence that can be shown, in the caller's language. */
  readonly detail: string;
  readonly code: ProblemCode;
}

export type ProblemCode = keyof typeof problems;

const problems = {
  bad_request: {
    status: 400,
    title: 'Bad request',
    en: 'The request could not be understood.',
    es: 'No hemos podido entender la solicitud.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    en: 'There is nothing at this address.',
    es: 'No hay nada en esta dirección.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    en: 'This address does not take such a request.',
    es: 'Esta dirección no acepta ese tipo de solicitud.',
  },
  internal: {
    status: 500,
    title: 'Internal error',
    en: 'Something went wrong. Please try again.',
    es: 'Algo ha salido mal. Inténtalo de nuevo.',
  },
  not_ready: {
    status: 503,
    title: 'Not ready',
    en: 'The server is starting or stopping. Please try again.',
    es: 'El servidor está arrancando o parando. Inténtalo de nuevo.',
  },
} as const satisfies Record<string, { status: number; title: string; en: string; es: string }>;

/** The problem of that code, in the locale; in English where it has no words of ours. */
export function describeProblem(code: ProblemCode, locale: string): ProblemDetails {
  const problem = problems[code];
  return { status: problem.status, title: problem.title, detail: locale === 'es' ? problem.es : problem.en, code };
}

/** Answers with a problem, as `application/problem+json`. */
export function sendProblem(response: Response, problem: ProblemDetails): void {
  response.status(problem.status).type('application/problem+json').send(JSON.stringify(problem));
}
