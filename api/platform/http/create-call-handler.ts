import type { Request, RequestHandler } from 'express';
import type { SignedIn } from '../../accounts/signed-in.ts';
import { ApiError } from './api-error.ts';
import { bearerTokenOf } from './bearer-token.ts';
import { recordOf, type CallRecord } from './call-record.ts';
import { CheckedRequest } from './checked-request.ts';
import { checkTexts, checkValue } from './checks/check.ts';
import type { Authenticate, Endpoint } from './handler.ts';
import { beaconTypes, jsonTypes, readBody } from './read-body.ts';
import { sendReply } from './send-reply.ts';

/**
 * Answers the requests of one call: finds out who asks, then checks what came against the contract, then lets the
 * endpoint's handler answer. Rejects with what went wrong.
 */
export function createCallHandler({ call, handle }: Endpoint, authenticate: Authenticate): RequestHandler {
  const checkParams = call.params === undefined ? undefined : checkTexts(call.params);
  const checkQuery = call.query === undefined ? undefined : checkTexts(call.query);
  const checkBody = call.body === undefined ? undefined : checkValue(call.body);
  const bodyTypes = call.beacon ? beaconTypes : jsonTypes;
  const needsUser = call.auth === 'user';
  return async (request, response) => {
    const record = recordOf(response);
    record.route = call.path;
    const user = needsUser ? await identify(request, record, authenticate) : undefined;
    const params = checkParams?.(request.params);
    const query = checkQuery?.(request.query);
    const body = checkBody?.(await readBody(request, response, bodyTypes));
    const { requestId } = record;
    const reply = await handle(new CheckedRequest(request, { params, query, body, user, requestId }));
    sendReply(response, call.reply.status, reply);
  };
}

async function identify(request: Request, record: CallRecord, authenticate: Authenticate): Promise<SignedIn> {
  const token = bearerTokenOf(request);
  if (token === null) throw new ApiError('not_signed_in');
  const signedIn = await authenticate(token);
  record.userId = signedIn.user.id;
  return signedIn;
}
