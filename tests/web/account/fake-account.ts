import { vi } from 'vitest';
import type * as real from '../../../web/session/account.ts';
import type * as realSignUp from '../../../web/session/sign-up.ts';
import { ApiProblem, type FieldError, type ProblemCode } from '../../../web/session/api-client.ts';

export { ana, outage, pending, setUser, useUser } from '../cabinet/fake-account.ts';

/**
 * Stands for `web/session/account.ts` and `sign-up.ts`: each call succeeds and is written down, until a test says
 * otherwise.
 *
 *     vi.mock('../../../web/session/account.ts', () => import('./fake-account.ts'));
 */
export const account = {
  logOut: vi.fn(async () => true),
  logIn: vi.fn(async (_body: Parameters<typeof real.account.logIn>[0]) => {}),
  startReset: vi.fn(async (_email: string) => {}),
  finishReset: vi.fn(async (_body: Parameters<typeof real.account.finishReset>[0]) => {}),
  verifyEmail: vi.fn(async (_link: Parameters<typeof real.account.verifyEmail>[0]) => true),
  sendVerification: vi.fn(async () => {}),
} satisfies Partial<typeof real.account>;

export const signUp = vi.fn(async (_body: realSignUp.SignUp) => {});

/** What a quiz asked for; nothing, unless a test says otherwise. */
export const readQuizEmail = vi.fn(async (): Promise<string | undefined> => undefined);

export const placeAfterLogin = vi.fn(() => '/cabinet/profile');

/** An answer of the server that is not 2xx. */
export function problem(status: number, code: ProblemCode, detail = ''): ApiProblem {
  return new ApiProblem(status, { code, detail });
}

/** The server's complaint about fields, in words of its own that the form should not need. */
export function fieldProblem(status: number, errors: Readonly<Record<string, FieldError['code']>>): ApiProblem {
  return new ApiProblem(status, {
    code: status === 409 ? 'email_taken' : 'invalid_fields',
    detail: 'Some fields are wrong.',
    errors: Object.entries(errors).map(([field, code]) => ({ field, code, message: `The server says ${code}.` })),
  });
}
