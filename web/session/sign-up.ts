import type { signup } from '../../schemas/api/auth.ts';
import type { BodyOf } from '../../schemas/api/call.ts';
import { claimQuiz } from './claim-quiz.ts';
import { session } from './page-session.ts';
import { signUpExtras } from './sign-up-extras.ts';
import { requireCookies } from './tokens.ts';
import { forgetWantedPlace } from './wanted-place.ts';

/** What the visitor fills in. */
export type SignUp = Omit<BodyOf<typeof signup>, 'language' | 'visit' | 'promo'>;

/**
 * Opens an account with the language on the screen, the finished quiz and the promo data; logs in. Rejects as the
 * calls of `account` do, and with `problems.cookies_off` where the browser keeps none. It is apart from them because it
 * has the engine in tow: the page that signs up loads that before the form is filled in.
 */
export async function signUp(body: SignUp): Promise<void> {
  requireCookies();
  const extras = await signUpExtras();
  const { api, begin } = session();
  const reply = await api.call<typeof signup>('POST', '/v1/auth/signup/', { body: { ...body, ...extras } });
  const { accessToken, refreshToken, user } = reply;
  await begin({ accessToken, refreshToken, user });
  claimQuiz(session().user());
  forgetWantedPlace();
}
