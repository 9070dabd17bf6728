import type { Database } from '../platform/db/database.ts';
import type { Language } from '../../schemas/api/values.ts';
import type { MailRequest } from './mail.ts';

/** Who gets a mail. */
export interface Recipient {
  /** Null once the account is removed. */
  readonly account: { readonly userId: string; readonly unsubscribeId: string; readonly isVerified: boolean } | null;
  readonly to: string;
  readonly firstName: string;
  readonly language: Language;
}

/**
 * Who is to get this mail by now; null where nobody is: the account is unknown, removed, verified already, or doesn't
 * want mails of this kind.
 */
export async function findRecipient(database: Database, request: MailRequest): Promise<Recipient | null> {
  if (request.template === 'account_removed') {
    const { to, firstName, language } = request;
    return { account: null, to, firstName, language };
  }
  const account = await findAccount(database, request);
  if (!account || !isWanted(request.template, account)) return null;
  const { id, email, first_name, language, unsubscribe_id, is_verified } = account;
  const about = { userId: id, unsubscribeId: unsubscribe_id, isVerified: is_verified };
  return { account: about, to: email, firstName: first_name, language };
}

interface AccountRow {
  readonly id: string;
  readonly email: string;
  readonly first_name: string;
  readonly language: Language;
  readonly unsubscribe_id: string;
  readonly is_verified: boolean;
  readonly is_unsubscribed: boolean;
}

type RequestToAccount = Exclude<MailRequest, { template: 'account_removed' }>;

async function findAccount(database: Database, request: RequestToAccount): Promise<AccountRow | undefined> {
  const [account] = await ('userId' in request
    ? database.query<AccountRow>({ name: 'mail-by-id', text: `${accountSql} id = $1`, values: [request.userId] })
    : database.query<AccountRow>({ name: 'mail-by-email', text: `${accountSql} email = $1`, values: [request.email] }));
  return account;
}

const accountSql = `
  SELECT id, email, first_name, language, unsubscribe_id, email_verified_at IS NOT NULL AS is_verified,
    unsubscribed_at IS NOT NULL AS is_unsubscribed
  FROM users WHERE deleted_at IS NULL AND`;

function isWanted(template: RequestToAccount['template'], account: AccountRow): boolean {
  switch (template) {
    case 'verify_email':
      return !account.is_verified;
    case 'welcome':
      return !account.is_unsubscribed;
    case 'reset_password':
    case 'address_taken':
    case 'password_changed':
    case 'payment_receipt':
    case 'payment_failed':
    case 'subscription_ends':
    case 'refund_done':
    case 'access_suspended':
    case 'dispute_won':
      return true;
  }
}
