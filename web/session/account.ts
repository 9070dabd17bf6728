import { useSelector } from '@xstate/react';
import type * as auth from '../../schemas/api/auth.ts';
import type { BodyOf, ParamsOf, ReplyOf } from '../../schemas/api/call.ts';
import type * as emails from '../../schemas/api/emails.ts';
import type * as users from '../../schemas/api/users.ts';
import type { CurrentUser } from './current-user.ts';
import { removeLink } from './link-secrets.ts';
import { endOnServer } from './logout.ts';
import { session } from './page-session.ts';
import { claimQuiz, removeVisits } from './stored-quizzes.ts';
import { clearWantedPlace } from './tab-storage.ts';
import { requireCookies } from './tokens.ts';
import { readSite } from '../site.ts';

export type { CurrentUser };
export { placeAfterLogin } from './tab-storage.ts';

/** A login of the user that goes on. */
export type Login = ReplyOf<typeof auth.listLogins>['logins'][number];

type NewPassword = ParamsOf<typeof auth.finishReset> & BodyOf<typeof auth.finishReset>;

/**
 * Everything that pages do with an account but sign up (`signUp`). Each rejects with an `ApiProblem` where the server
 * refuses and with a `UserFacingError` where it can't be loaded: `showError` has the words for both.
 */
export const account = {
  /** Logs in and loads the user. `placeAfterLogin()` says where to go then. Needs cookies: `problems.cookies_off`. */
  async logIn(body: BodyOf<typeof auth.login>): Promise<void> {
    requireCookies();
    const reply = await session().api.call<typeof auth.login>('POST', '/v1/auth/login/', { body });
    await session().begin(reply);
    removeLink('/reset-password'); // the password is known after all
    claimQuiz(session().user());
  },

  /**
   * Ends the session here, on the server and in the other tabs, and removes what quizzes have left in this browser.
   * Resolves to whether the server knows: offline it gets it later. Where it rejects, the user is still logged in.
   */
  async logOut(): Promise<boolean> {
    const tokens = session().tokens.read();
    const isToldServer = tokens === null || (await endOnServer(tokens));
    session().end();
    removeVisits(readSite().funnels);
    clearWantedPlace();
    return isToldServer;
  },

  /** Asks for an email with a link for a new password. Resolves also where there is no such account. */
  async startReset(email: string): Promise<void> {
    await session().api.call<typeof auth.startReset>('POST', '/v1/auth/reset/start/', { body: { email } });
  },

  /** Sets a new password with what the link of the email held. It logs no one in. */
  async finishReset({ userId, token, password }: NewPassword): Promise<void> {
    await session().api.call<typeof auth.finishReset>('POST', '/v1/auth/reset/finish/{userId}/{token}/', {
      params: { userId, token },
      body: { password },
    });
    removeLink('/reset-password');
  },

  /**
   * Verifies the address with what the link of the email held: the user's own, or the one they are to have from now on.
   * The page of a logged-in user shows it at once. Resolves to whether it is news here.
   */
  async verifyEmail(params: ParamsOf<typeof auth.verifyEmail>): Promise<boolean> {
    await session().api.call<typeof auth.verifyEmail>('POST', '/v1/auth/verify/{userId}/{token}/', { params });
    const user = session().user();
    if (user?.id !== params.userId) return true;
    session().change({ ...user, emailVerified: true });
    const { email } = await session()
      .load()
      .catch(() => user);
    return !user.emailVerified || email !== user.email;
  },

  /** Asks for a link to the address that the user is to have. Resolves also where another account has it. */
  async changeEmail(body: BodyOf<typeof auth.changeEmail>): Promise<void> {
    await session().api.call<typeof auth.changeEmail>('POST', '/v1/auth/email/', { body });
  },

  /** Sets a new password for the current one, and logs the user out everywhere else. */
  async changePassword(body: BodyOf<typeof auth.changePassword>): Promise<void> {
    await session().api.call<typeof auth.changePassword>('POST', '/v1/auth/password/', { body });
  },

  /** Where the user is logged in, here first. What is known of the user is brought up to date too. */
  async listLogins(): Promise<readonly Login[]> {
    const user = session()
      .load()
      .catch(() => undefined);
    const { logins } = await session().api.call<typeof auth.listLogins>('GET', '/v1/auth/logins/');
    await user;
    return logins;
  },

  /** Logs the user out where this login was made; everywhere else where it is null. */
  async endLogin(id: string | null): Promise<void> {
    const { api } = session();
    if (id === null) await api.call<typeof auth.endOtherLogins>('DELETE', '/v1/auth/logins/');
    else await api.call<typeof auth.endLogin>('DELETE', '/v1/auth/logins/{id}/', { params: { id } });
  },

  /** Sends the email that verifies the address again, unless that has been done elsewhere: then the user says so. */
  async sendVerification(): Promise<void> {
    const { emailVerified } = await session().load();
    if (emailVerified) return;
    await session().api.call<typeof auth.sendVerification>('POST', '/v1/auth/verify/send/');
  },

  /** Changes these fields of the user, here and on the server. */
  async updateMe(body: BodyOf<typeof users.updateMe>): Promise<void> {
    await session().update(body);
  },

  /** Removes the account for good, and what quizzes have left in this browser; ends the session. */
  async removeAccount(password: string): Promise<void> {
    await session().api.call<typeof auth.remove>('DELETE', '/v1/auth/remove/', { body: { password } });
    session().end();
    removeVisits(readSite().funnels);
    clearWantedPlace();
  },

  /** All that is stored about the user, as a file of JSON. */
  async downloadData(): Promise<Blob> {
    const response = await session().api.send({ method: 'GET', path: '/v1/users/me/data/' });
    return response.blob();
  },

  /** Stops all emails that are not about the account itself. */
  async unsubscribe(): Promise<void> {
    const { unsubscribeId } = session().user() ?? (await session().load());
    await session().api.call<typeof emails.unsubscribe>('POST', '/v1/emails/unsubscribe/{id}/', {
      params: { id: unsubscribeId },
    });
    const user = session().user(); // as it is now: it may have changed meanwhile
    if (user) session().change({ ...user, emailSubscribed: false });
  },
} as const;

/** The user who is logged in, as of now; null where there is none, or the user is not loaded yet. */
export function useUser(): CurrentUser | null {
  // At build time pages are rendered for visitors, without a session.
  const actor = typeof document === 'undefined' ? undefined : session().actor;
  return useSelector(actor, (snapshot) => snapshot?.context.user ?? null);
}
