import * as auth from '../../schemas/api/auth.ts';
import * as users from '../../schemas/api/users.ts';
import { endpoint, type Endpoint } from '../platform/http/endpoint.ts';
import { createChangeEmail } from './change-email.ts';
import { createChangePassword } from './change-password.ts';
import { createEndLogin, createEndOtherLogins, createLoginList } from './login-list.ts';
import type { AccountDependencies, AccountServices } from './services.ts';
import { createDownload, createUpdate, createVisitList, createVisitRemoval, showMe } from './me.ts';
import { createLogin, createLogout, createTokenExchange } from './login.ts';
import { createRemoval } from './remove.ts';
import { createFinishReset, createStartReset } from './reset.ts';
import { createLogins } from './logins.ts';
import { createSignup } from './signup.ts';
import { createSendVerification, createVerifyEmail } from './verify.ts';

export { createAuthenticate } from './authenticate.ts';
export type { AccountDependencies } from './services.ts';

/** Every call about accounts (specification, section 7) with its handler. */
export function createAccountEndpoints(dependencies: AccountDependencies): readonly Endpoint[] {
  const services: AccountServices = { ...dependencies, logins: createLogins(dependencies) };
  return [
    endpoint(auth.signup, createSignup(services)),
    endpoint(auth.login, createLogin(services)),
    endpoint(auth.logout, createLogout(services)),
    endpoint(auth.refreshToken, createTokenExchange(services)),
    endpoint(auth.remove, createRemoval(services)),
    endpoint(auth.sendVerification, createSendVerification(services)),
    endpoint(auth.verifyEmail, createVerifyEmail(services)),
    endpoint(auth.startReset, createStartReset(services)),
    endpoint(auth.finishReset, createFinishReset(services)),
    endpoint(auth.changePassword, createChangePassword(services)),
    endpoint(auth.changeEmail, createChangeEmail(services)),
    endpoint(auth.listLogins, createLoginList(services)),
    endpoint(auth.endLogin, createEndLogin(services)),
    endpoint(auth.endOtherLogins, createEndOtherLogins(services)),
    endpoint(users.me, showMe),
    endpoint(users.updateMe, createUpdate(services)),
    endpoint(users.myData, createDownload(services)),
    endpoint(users.myVisits, createVisitList(services)),
    endpoint(users.removeMyVisits, createVisitRemoval(services)),
  ];
}
