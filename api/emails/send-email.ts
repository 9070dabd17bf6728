import { mailboxOf } from './address.ts';
import type { ManifestCompany } from './email.ts';
import { unsubscribeCall, writeEmail } from './email.ts';
import type { EmailCause, EmailRequest, EmailTemplate, OneTimePurpose } from './requests.ts';
import { renderHtml, renderText } from './render.ts';
import type { EmailTransport } from './smtp-transport.ts';
import type { Database } from '../platform/db/database.ts';
import type { RateLimits } from '../platform/http/rate-limits.ts';
import type { Job, JobHandler } from '../platform/jobs/queue.ts';
import type { Language } from '../../schemas/api/values.ts';
import { emailLimits } from './limits.ts';

interface EmailHandlerDependencies {
  readonly database: Database;
  readonly oneTimeTokens: TokenIssuer;
  /** Whether the account with this address was entered from this network lately. */
  readonly isKnownNetwork: (caller: { readonly email: string; readonly network: string }) => Promise<boolean>;
  readonly rateLimits: RateLimits;
  readonly transport: EmailTransport;
  readonly company: ManifestCompany;
  /** The sender, as `Name <address>`. */
  readonly from: string;
  /** Origin of the site, such as `https://example.com`. */
  readonly publicUrl: string;
}

interface TokenIssuer {
  /** The token for a link; the same seed gives the same one. Null where the account has been removed. */
  issue(request: {
    readonly purpose: OneTimePurpose;
    readonly userId: string;
    readonly seed: string;
    readonly emailChangeId: string | null;
  }): Promise<string | null>;
}

/** Does the jobs that `enqueueEmail` writes: finds the recipient, makes the link, renders the email and sends it. */
export function createEmailHandler(dependencies: EmailHandlerDependencies): JobHandler {
  const { database, oneTimeTokens, transport, company, from } = dependencies;
  const { origin: publicUrl, hostname } = new URL(dependencies.publicUrl);
  return async (job, signal) => {
    const asked = job.payload as unknown as EmailRequest;
    const change = await findChange(database, asked);
    const request = unlessTaken(asked, change);
    const { template } = request;
    const recipient = await findRecipient(database, request, change);
    if (!recipient || !(await maySend(dependencies, job, { request, recipient }))) return;
    const { account, to, firstName, language } = recipient;
    const ticket = await issueTicket(request, { recipient, change, oneTimeTokens, seed: job.id });
    if (ticket === null) return;
    const now = Date.now();
    const undoUntil = purposeOf(template, change) === 'undo_email' ? change!.undo_until : null;
    const email = writeEmail({ request, ticket, undoUntil }, { language, firstName, publicUrl, company, now });
    const { subject } = email;
    const headers = {
      // The same at every attempt, so that an email which arrives twice can be recognised as one.
      'Message-ID': `<${job.id}@${hostname}>`,
      'Auto-Submitted': 'auto-generated',
      'Content-Language': language,
      ...unsubscribeHeaders(template, { account, publicUrl }),
    };
    const text = renderText(email);
    const html = renderHtml(email);
    await transport.send({ id: job.id, from, to, replyTo: company.email, subject, text, html, headers }, signal);
    if (account) await saveSent(database, { id: job.id, userId: account.userId, request });
  };
}

interface SentEmail {
  readonly id: string;
  readonly userId: string;
  readonly request: EmailRequest;
}

/** Writes down that an account got an email; not of one that is removed meanwhile. */
async function saveSent(database: Database, { id, userId, request }: SentEmail): Promise<void> {
  const values = [id, JSON.stringify(request), userId];
  await database.query({ name: 'save-sent', text: saveSentSql, values });
}

const saveSentSql = `
  INSERT INTO sent_emails (id, user_id, request)
  SELECT $1, id, $2::jsonb - 'cause' FROM users WHERE id = $3 AND deleted_at IS NULL FOR KEY SHARE
  ON CONFLICT (id) DO NOTHING`;

/**
 * At most some emails a day go to one mailbox, so that strangers can't flood it; the rest is dropped without
 * a word to those who caused them. An email that is tried again has been counted. Strangers can't use up the links of a
 * verified account that are asked for from a network that it is known from.
 */
async function maySend(
  { isKnownNetwork, rateLimits }: Pick<EmailHandlerDependencies, 'isKnownNetwork' | 'rateLimits'>,
  { attempts }: Job,
  { request, recipient }: { request: EmailRequest; recipient: Recipient },
): Promise<boolean> {
  if (!canBeUnsolicited(request) || attempts > 1) return true;
  const { account, to } = recipient;
  const { cause } = request;
  const mailbox = mailboxOf(to);
  if (cause && !(await rateLimits.tryConsume(emailLimits.mailsByMailboxAndNetwork, [mailbox, cause.network])))
    return false;
  const isFromOwner = cause?.asksForLink && (await isKnownNetwork({ email: to, network: cause.network }));
  if (!isFromOwner) return rateLimits.tryConsume(emailLimits.mailsByMailbox, mailbox);
  // Anybody can open an account with an address that isn't theirs, and be known to it.
  return account?.isVerified || rateLimits.tryConsume(emailLimits.linksByMailbox, mailbox);
}

/** The others take a link out of an email, or a payment. */
function canBeUnsolicited(request: EmailRequest): request is Extract<EmailRequest, { cause?: EmailCause }> {
  return unsolicitedTemplates[request.template];
}

const unsolicitedTemplates: Readonly<Record<EmailTemplate, boolean>> = {
  verify_email: true,
  confirm_email: true,
  reset_password: true,
  address_taken: true,
  account_removed: true,
  password_changed: false,
  email_changed: false,
  email_change_undone: false,
  welcome: false,
  payment_receipt: false,
  renewal_ahead: false,
  payment_failed: false,
  subscription_ends: false,
  refund_done: false,
  access_suspended: false,
  dispute_won: false,
};

/** What the link of the email needs, empty where it needs nothing; null where the account has been removed meanwhile. */
async function issueTicket(request: EmailRequest, { recipient, change, oneTimeTokens, seed }: TicketOptions) {
  const purpose = purposeOf(request.template, change);
  if (!recipient.account || purpose === null) return '';
  const { userId } = recipient.account;
  const emailChangeId = 'changeId' in request ? (request.changeId ?? null) : null;
  const token = await oneTimeTokens.issue({ purpose, userId, seed, emailChangeId });
  return token && `${userId}/${token}`;
}

interface TicketOptions {
  readonly recipient: Recipient;
  readonly change: ChangeRow | null;
  readonly oneTimeTokens: TokenIssuer;
  readonly seed: string;
}

function purposeOf(template: EmailTemplate, change: ChangeRow | null): OneTimePurpose | null {
  if (undoTemplates.includes(template)) return change?.can_undo ? 'undo_email' : null;
  const hasLink = template === 'verify_email' || template === 'reset_password' || template === 'confirm_email';
  return hasLink ? template : null;
}

/** To an address that can be put back, they have the link that does so. */
const undoTemplates: readonly EmailTemplate[] = ['email_changed', 'password_changed', 'email_change_undone'];

/** A row of `email_changes`, as far as the emails about it need it. */
interface ChangeRow {
  readonly new_email: string;
  /** Null until it is confirmed. */
  readonly old_email: string | null;
  readonly can_undo: boolean;
  readonly undo_until: Date | null;
  /** The link in its email would work. */
  readonly is_open: boolean;
  /** Who has the new address already. */
  readonly owner: string | null;
}

/** Null where the email is about none, or about one that is gone. */
async function findChange(database: Database, request: EmailRequest): Promise<ChangeRow | null> {
  if (!isAboutChange(request)) return null;
  const values = [request.changeId];
  const [change] = await database.query<ChangeRow>({ name: 'email-change', text: changeSql, values });
  return change ?? null;
}

function isAboutChange(request: EmailRequest): request is EmailRequest & { readonly changeId: string } {
  return 'changeId' in request && request.changeId !== undefined;
}

const changeSql = `
  SELECT c.new_email, c.old_email, c.undo_until, coalesce(c.undo_until > now() AND c.undone_at IS NULL, false) AS can_undo,
    c.confirmed_at IS NULL AND c.undone_at IS NULL AND c.auth_generation = u.auth_generation
      AND NOT EXISTS (SELECT FROM email_changes n WHERE n.user_id = c.user_id AND n.created_at > c.created_at) AS is_open,
    (SELECT o.id FROM users o WHERE o.email = c.new_email) AS owner
  FROM email_changes c JOIN users u ON u.id = c.user_id WHERE c.id = $1`;

/** An email to the owner of an address, without a link: somebody wants it for another account. */
function unlessTaken(request: EmailRequest, change: ChangeRow | null): EmailRequest {
  if (request.template !== 'confirm_email' || !change?.is_open || change.owner === null) return request;
  const { cause } = request;
  return { template: 'address_taken', userId: change.owner, ...(cause && { cause }) };
}

/** Of emails that are not about the account itself (RFC 2369, RFC 8058). */
function unsubscribeHeaders(
  template: EmailTemplate,
  { account, publicUrl }: { account: Recipient['account']; publicUrl: string },
): Readonly<Record<string, string>> {
  if (template !== 'welcome' || !account) return {};
  return {
    'List-Unsubscribe': `<${unsubscribeCall(publicUrl, account.unsubscribeId)}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

/** Who gets an email. */
interface Recipient {
  /** Null once the account is removed. */
  readonly account: { readonly userId: string; readonly unsubscribeId: string; readonly isVerified: boolean } | null;
  readonly to: string;
  readonly firstName: string;
  readonly language: Language;
}

/**
 * The recipient of this email as of now; null where there is none: the account is unknown, removed, verified already, or
 * doesn't want emails of this kind.
 */
async function findRecipient(
  database: Database,
  request: EmailRequest,
  change: ChangeRow | null,
): Promise<Recipient | null> {
  if (request.template === 'account_removed') {
    const { to, firstName, language } = request;
    return { account: null, to, firstName, language };
  }
  const account = await findAccount(database, request);
  if (!account || !isWanted(request.template, account)) return null;
  const { id, email, first_name, language, unsubscribe_id, is_verified } = account;
  const about = { userId: id, unsubscribeId: unsubscribe_id, isVerified: is_verified };
  const to = isAboutChange(request) ? change && addressOf(request.template, change) : email;
  return to === null ? null : { account: about, to, firstName: first_name, language };
}

/** Where an email about a change goes; null where it is out of date. */
function addressOf(template: EmailTemplate, change: ChangeRow): string | null {
  if (template === 'confirm_email') return change.is_open ? change.new_email : null;
  if (template === 'password_changed') return change.can_undo ? change.old_email : null;
  if (template === 'email_change_undone') return change.can_undo ? change.old_email : change.new_email;
  return change.old_email;
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

type RequestToAccount = Exclude<EmailRequest, { template: 'account_removed' }>;

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
    case 'confirm_email':
    case 'email_changed':
    case 'email_change_undone':
    case 'payment_receipt':
    case 'renewal_ahead':
    case 'payment_failed':
    case 'subscription_ends':
    case 'refund_done':
    case 'access_suspended':
    case 'dispute_won':
      return true;
  }
}
