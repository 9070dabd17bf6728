import * as auth from './auth.ts';
import type { Call } from './call.ts';
import * as content from './content.ts';
import { dashboard } from './dashboard.ts';
import * as emails from './emails.ts';
import { readAnalytics, sendEvents } from './events.ts';
import { sendLead } from './leads.ts';
import * as payments from './payments.ts';
import * as reports from './reports.ts';
import * as users from './users.ts';

const contract = [
  auth.signup,
  auth.login,
  auth.logout,
  auth.refreshToken,
  auth.remove,
  auth.sendVerification,
  auth.verifyEmail,
  auth.startReset,
  auth.finishReset,
  auth.changePassword,
  auth.changeEmail,
  auth.listLogins,
  auth.endLogin,
  auth.endOtherLogins,
  emails.unsubscribe,
  users.me,
  users.updateMe,
  users.myData,
  users.myVisits,
  users.removeMyVisits,
  content.listContent,
  content.readContent,
  content.startContent,
  content.finishContent,
  content.addFavourite,
  content.removeFavourite,
  dashboard,
  payments.subscriptions,
  payments.prices,
  payments.lifetimePrice,
  payments.buy,
  payments.status,
  payments.portal,
  payments.refundPayment,
  reports.listReports,
  reports.readReport,
  sendEvents,
  sendLead,
  readAnalytics,
] as const;

/** Every call of the API that has a contract, in the order of the specification (section 7). */
export const calls: readonly Call[] = contract;

/** Any of them, with its schemas. */
export type ContractCall = (typeof contract)[number];
