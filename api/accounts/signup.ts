import type { Knex } from 'knex';
import { cutSource } from '../../engine/run/query.ts';
import type { ReplyOf } from '../../schemas/api/call.ts';
import type { signup } from '../../schemas/api/auth.ts';
import { ApiError } from '../platform/http/problem.ts';
import type { ContextOf, Handler } from '../platform/http/endpoint.ts';
import { hashNetwork } from '../platform/network.ts';
import { confirmVisit, type Replayed } from '../visits/confirm-visit.ts';
import { funnelOf, insertVisit } from '../visits/visits.ts';
import { audit } from '../platform/audit.ts';
import { refuseGuessable } from './passwords.ts';
import { countTry } from '../platform/http/rate-limits.ts';
import type { AccountServices } from './services.ts';
import { mailboxOf, normaliseEmail } from '../emails/address.ts';
import { forOwner, insertUser, readUser, tidyName, type NewUser } from './users.ts';
import { accountLimits } from './limits.ts';

type Context = ContextOf<typeof signup>;

/** Opens an account; what belongs to it is stored with it or not at all. */
export function createSignup(services: AccountServices): Handler<typeof signup> {
  return async (context) => {
    const { body } = context;
    await refuseGuessable(body.password, normaliseEmail(body.email));
    return services.passwords.inTurn(() => signUp(services, context));
  };
}

async function signUp(services: AccountServices, context: Context): Promise<ReplyOf<typeof signup>> {
  const { database, funnels, passwords, rateLimits, wakeWorker } = services;
  const { body, ip } = context;
  // Before the transaction, which would keep a connection waiting for it; and also for an address that is taken.
  const hashPassword = () => passwords.hash(body.password);
  const passwordHash = await countTry(rateLimits, [{ limit: accountLimits.signupByIp, key: ip }], hashPassword);
  const user = newUserOf(context, passwordHash);
  const { visit } = body;
  const replayed = visit ? confirmVisit({ funnel: await funnelOf(database, funnels, visit), visit }) : null;
  const reply = await database.knex.transaction((trx) => openAccount(services, { trx, user, replayed, context }));
  if (!reply) return refuseTakenAddress(services, user.email, context);
  wakeWorker();
  return reply;
}

function newUserOf({ body, locale }: Context, passwordHash: string): NewUser {
  return {
    email: normaliseEmail(body.email),
    firstName: tidyName(body.firstName ?? ''),
    language: body.language ?? locale,
    passwordHash,
    promo: cutSource(limitPromo({ ...body.visit?.promo, ...body.promo })),
  };
}

/** In characters: twice as long as advertisers' addresses are. */
const maxPromoLength = 4_000;

/** What is beyond is left out, as no user should lose an account over it, nor use one as a store. */
function limitPromo(promo: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  let left = maxPromoLength;
  const isWithin = ([name, value]: readonly [string, string]) => (left -= name.length + value.length) >= 0;
  return Object.fromEntries(Object.entries(promo).filter(isWithin));
}

interface Opening {
  readonly trx: Knex;
  readonly user: NewUser;
  readonly replayed: Replayed | null;
  readonly context: Context;
}

/** Resolves to null where the address is taken. */
async function openAccount(
  { logins, enqueueEmail, log }: AccountServices,
  { trx, user, replayed, context }: Opening,
): Promise<ReplyOf<typeof signup> | null> {
  const { body, ip, userAgent, requestId } = context;
  const userId = await insertUser(trx, user);
  if (userId === null) return null;
  const tokens = await logins.start(trx, { userId, authGeneration: 0, userAgent });
  if (replayed?.kind === 'accepted') await insertVisit(trx, { userId, visitId: body.visit?.id }, replayed.visit);
  if (replayed?.kind === 'refused') {
    log.warn('visit_refused', { reason: replayed.reason, requestId });
    await audit(trx, { action: 'visit_refused', userId, ip, requestId, details: { reason: replayed.reason } });
  }
  await enqueueEmail(trx, { template: 'verify_email', userId, cause: { network: hashNetwork(ip) } });
  await audit(trx, { action: 'signup', userId, ip, requestId });
  return { ...tokens, user: forOwner(await readUser(trx, userId)), visit: visitReplies[replayed?.kind ?? 'none'] };
}

const visitReplies = { accepted: 'stored', refused: 'refused', none: 'none' } as const;

/** Tells the owner of the address, who may have forgotten that they have an account, or should know that others try. */
async function refuseTakenAddress(services: AccountServices, email: string, context: Context): Promise<never> {
  const { database, enqueueEmail, rateLimits, wakeWorker } = services;
  // A few emails an hour at most: the answer to the caller is the same without one.
  if (await rateLimits.tryConsume(accountLimits.addressTakenByMailbox, mailboxOf(email))) {
    await database.knex.transaction(async (trx) => {
      const owner = await trx('users').where({ email }).forShare().first<{ id: string } | undefined>('id');
      if (!owner) return;
      const cause = { network: hashNetwork(context.ip) };
      await enqueueEmail(trx, { template: 'address_taken', userId: owner.id, cause });
      await audit(trx, { action: 'address_taken', userId: owner.id, ip: context.ip, requestId: context.requestId });
    });
    wakeWorker();
  }
  throw new ApiError('email_taken', { errors: [{ field: 'email', code: 'email_taken' }] });
}
