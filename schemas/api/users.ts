import type { Call } from './call.ts';
import { firstName, instant, language, user } from './values.ts';

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

export const myVisits = {
  id: 'listMyVisits',
  method: 'GET',
  path: '/v1/users/me/visits/',
  summary: 'The quizzes of the caller that are stored with the account, newest first.',
  auth: 'user',
  reply: {
    status: 200,
    body: {
      type: 'object',
      additionalProperties: false,
      required: ['visits'],
      properties: {
        visits: {
          type: 'array',
          items: {
            type: 'object',
            additionalProperties: false,
            required: ['funnel', 'answers', 'input', 'outcome', 'createdAt'],
            properties: {
              funnel: { type: 'string', description: 'Id of the quiz.' },
              answers: { type: 'object', additionalProperties: true },
              input: { type: 'object', additionalProperties: true, description: 'What else the visit ran on.' },
              outcome: { type: 'string', description: 'Id of the outcome that the answers led to.' },
              createdAt: instant,
            },
          },
        },
      },
    },
  },
  problems: [],
} as const satisfies Call;

export const removeMyVisits = {
  id: 'removeMyVisits',
  method: 'DELETE',
  path: '/v1/users/me/visits/',
  summary: 'Erases the quizzes of the caller, and with them the recommendations and the weeks of the plan.',
  auth: 'user',
  reply: { status: 204 },
  problems: [],
} as const satisfies Call;
