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
export function createAccountEndpoints(dependencies: AccountDependencies) {
  const services: AccountServices = { ...dependencies, logins: createLogins(dependencies) };
  return {
    signup: createSignup(services),
    login: createLogin(services),
    logout: createLogout(services),
    refreshToken: createTokenExchange(services),
    removeAccount: createRemoval(services),
    sendVerification: createSendVerification(services),
    verifyEmail: createVerifyEmail(services),
    startReset: createStartReset(services),
    finishReset: createFinishReset(services),
    changePassword: createChangePassword(services),
    changeEmail: createChangeEmail(services),
    listLogins: createLoginList(services),
    endLogin: createEndLogin(services),
    endOtherLogins: createEndOtherLogins(services),
    getMe: showMe,
    updateMe: createUpdate(services),
    downloadMyData: createDownload(services),
    listMyVisits: createVisitList(services),
    removeMyVisits: createVisitRemoval(services),
  };
}
