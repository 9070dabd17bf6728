import type { Call } from './call.ts';
import { firstName, language, user } from './values.ts';

export const me = {
  id: 'getMe',
  method: 'GET',
  path: '/v1/users/me/',
  summary: 'The account of the caller.',
  auth: 'user',
  reply: { status: 200, body: user },
  problems: [],
} as const satisfies Call;

export const updateMe = {
  id: 'updateMe',
  method: 'PATCH',
  path: '/v1/users/me/',
  summary: 'Changes these fields of the account and answers with all of it.',
  auth: 'user',
  body: {
    type: 'object',
    additionalProperties: false,
    minProperties: 1,
    properties: { firstName, language, emailSubscribed: { type: 'boolean' } },
  },
  reply: { status: 200, body: user },
  problems: [],
} as const satisfies Call;

export const myData = {
  id: 'downloadMyData',
  method: 'GET',
  path: '/v1/users/me/data/',
  summary: 'All that is stored about the caller, to be kept as a file.',
  auth: 'user',
  reply: {
    status: 200,
    body: {
      type: 'object',
      additionalProperties: true,
      required: ['exportedAt', 'account'],
      properties: { exportedAt: { type: 'string' }, account: { type: 'object', additionalProperties: true } },
    },
  },
  problems: [],
} as const satisfies Call;
