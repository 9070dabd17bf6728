import type { Request, Response } from 'express';
import { callbackify } from 'node:util';
import passport from 'passport';
import { Strategy } from 'passport-jwt';
import type { Keys } from '../platform/keys.ts';
import type { Database } from '../platform/db/database.ts';
import type { Authenticate, SignedIn } from '../platform/http/endpoint.ts';
import { ApiError } from '../platform/http/problem.ts';
import { bearerTokenOf } from '../platform/http/secret-token.ts';
import { isLiveLogin } from './logins.ts';
import { accessClaimsOf, keyOfAccessToken } from './tokens.ts';
import { toUser, userColumns, type UserRow } from './users.ts';

/**
 * Finds out who makes a call, by its bearer token: one query checks that the session lives and loads the whole account,
 * so that an end of the session counts at once. Throws `tokens_outdated` for an authentic token of an earlier format and
 * `not_signed_in` for anything else.
 */
export function createAuthenticate({ database, keys }: { database: Database; keys: Keys }): Authenticate {
  const authenticator = new passport.Passport();
  // Used by its name: passport then makes an instance for each request. Requests that shared one would mix up their users.
  authenticator.use('jwt', createStrategy(database, keys));
  return (request) =>
    new Promise((resolve, reject) => {
      const finish = (error: Error | null, signedIn: SignedIn | false | undefined) => {
        if (error) reject(error);
        else if (signedIn) resolve(signedIn);
        else reject(new ApiError('not_signed_in'));
      };
      // What it would answer by itself, it hands over instead: it needs no more of a request than its headers.
      authenticator.authenticate('jwt', { session: false }, finish)(request as Request, {} as Response, reject);
    });
}

function createStrategy(database: Database, { accessToken }: Keys): Strategy {
  const find = callbackify((payload: unknown) => findSignedIn(database, payload));
  return new Strategy(
    {
      jwtFromRequest: bearerTokenOf,
      // As text, the key would be parsed again for each token; the types of passport-jwt don't know `KeyObject`.
      secretOrKeyProvider: (_request, token: string, done) =>
        done(null, keyOfAccessToken(accessToken, token) as unknown as Buffer),
      algorithms: ['HS256'],
    },
    find,
  );
}

async function findSignedIn(database: Database, payload: unknown): Promise<SignedIn | false> {
  const claims = accessClaimsOf(payload);
  if (claims === 'outdated') throw new ApiError('tokens_outdated');
  if (!claims) return false;
  const values = [claims.loginId, claims.userId];
  const [row] = await database.query<UserRow>({ name: 'authenticate', text, values });
  return row ? { user: toUser(row), loginId: claims.loginId } : false;
}

const text = `
  SELECT ${userColumns}
  FROM sessions s JOIN users u ON u.id = s.user_id
  WHERE s.id = $1 AND s.user_id = $2 AND ${isLiveLogin}`;
