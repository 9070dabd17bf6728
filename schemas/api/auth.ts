import type { Call } from './call.ts';
import {
  emailAddress,
  firstName,
  givenPassword,
  instant,
  language,
  password,
  token,
  user,
  userAndToken,
} from './values.ts';

const promo = {
  type: 'object',
  description: 'The query parameters of the landing URL.',
  maxProperties: 50,
  additionalProperties: { type: 'string', maxLength: 500 },
} as const;

/** What a finished quiz gave: the server replays it on the same funnel before it keeps it. */
const visit = {
  type: 'object',
  additionalProperties: false,
  required: ['funnel', 'version', 'answers'],
  properties: {
    funnel: { type: 'string', format: 'single-line', maxLength: 100 },
    version: { type: 'string', format: 'single-line', maxLength: 64 },
    id: { type: 'string', format: 'uuid', description: 'The id under which its events were reported (`sendEvents`).' },
    answers: { type: 'object', maxProperties: 500 },
    input: {
      type: 'object',
      description: 'What else the visit ran on: variants, hidden fields, limit (`VisitInput`).',
      additionalProperties: false,
      properties: {
        variants: {
          type: 'object',
          maxProperties: 50,
          additionalProperties: { type: 'string', format: 'single-line', maxLength: 100 },
        },
        query: { type: 'object', maxProperties: 50, additionalProperties: { type: 'string', maxLength: 500 } },
        stepsLimit: { type: 'integer', minimum: 1 },
        today: { type: 'string', pattern: String.raw`^\d{4}-\d{2}-\d{2}$`, description: "The visitor's day." },
      },
    },
    promo,
  },
} as const;

const agreed = { const: true } as const;

/** The cookies of the log-in (specification, section 3), with the fields that they hold. */
const tokenCookies = { refreshToken: 'refreshToken', authToken: 'accessToken' } as const;

export const signup = {
  id: 'signup',
  method: 'POST',
  path: '/v1/auth/signup/',
  summary:
    'Opens an account, starts its first session and sends the mail that verifies the address. Common passwords and the address itself are refused.',
  auth: 'none',
  body: {
    type: 'object',
    additionalProperties: false,
    required: ['email', 'password', 'agreements'],
    properties: {
      email: emailAddress,
      password,
      firstName,
      language,
      agreements: {
        type: 'object',
        additionalProperties: false,
        required: ['terms', 'privacy', 'cancelAnytime'],
        properties: { terms: agreed, privacy: agreed, cancelAnytime: agreed },
      },
      visit,
      promo,
    },
  },
  reply: {
    status: 201,
    body: {
      type: 'object',
      additionalProperties: false,
      required: ['accessToken', 'refreshToken', 'user', 'visit'],
      properties: {
        accessToken: { type: 'string' },
        refreshToken: { type: 'string' },
        user,
        visit: {
          enum: ['stored', 'refused', 'none'],
          description:
            'What happened to the visit: refused where no visitor of the funnel can have given these answers.',
        },
      },
    },
    cookies: tokenCookies,
  },
  problems: ['email_taken', 'busy'],
} as const satisfies Call;

export const login = {
  id: 'login',
  method: 'POST',
  path: '/v1/auth/login/',
  summary: 'Starts a session. Unknown addresses and wrong passwords get the same answer in the same time.',
  auth: 'none',
  body: {
    type: 'object',
    additionalProperties: false,
    required: ['email', 'password'],
    properties: { email: emailAddress, password: givenPassword },
  },
  reply: {
    status: 200,
    body: {
      type: 'object',
      additionalProperties: false,
      required: ['accessToken', 'refreshToken'],
      properties: { accessToken: { type: 'string' }, refreshToken: { type: 'string' } },
    },
    cookies: tokenCookies,
  },
  problems: ['wrong_credentials', 'busy'],
} as const satisfies Call;

export const logout = {
  id: 'logout',
  method: 'POST',
  path: '/v1/auth/logout/',
  summary: 'Ends the session of these tokens, at once and also for its access token. Unknown ones are no error.',
  auth: 'none',
  body: {
    type: 'object',
    additionalProperties: false,
    required: ['accessToken', 'refreshToken'],
    properties: { accessToken: token, refreshToken: token },
  },
  reply: { status: 204 },
  problems: [],
} as const satisfies Call;

export const refreshToken = {
  id: 'refreshToken',
  method: 'POST',
  path: '/v1/auth/refresh-token/',
  summary:
    'Exchanges a refresh token for its successor. The same token within the grace gets the same successor; an older one ends the session.',
  auth: 'none',
  body: {
    type: 'object',
    additionalProperties: false,
    required: ['refreshToken'],
    properties: { refreshToken: token },
  },
  reply: {
    status: 200,
    body: {
      type: 'object',
      additionalProperties: false,
      required: ['newAccessToken', 'newRefreshToken'],
      properties: { newAccessToken: { type: 'string' }, newRefreshToken: { type: 'string' } },
    },
    cookies: { refreshToken: 'newRefreshToken', authToken: 'newAccessToken' },
  },
  problems: ['session_ended'],
} as const satisfies Call;

export const remove = {
  id: 'removeAccount',
  method: 'DELETE',
  path: '/v1/auth/remove/',
  summary: 'Removes the account and erases what is personal in it.',
  auth: 'user',
  body: {
    type: 'object',
    additionalProperties: false,
    required: ['password'],
    properties: { password: givenPassword },
  },
  reply: { status: 204 },
  problems: ['busy'],
} as const satisfies Call;

export const sendVerification = {
  id: 'sendVerification',
  method: 'POST',
  path: '/v1/auth/verify/send/',
  summary: 'Sends the mail that verifies the address again; nothing where it is verified.',
  auth: 'user',
  reply: { status: 204 },
  problems: [],
} as const satisfies Call;

export const verifyEmail = {
  id: 'verifyEmail',
  method: 'POST',
  path: '/v1/auth/verify/{userId}/{token}/',
  summary:
    'Verifies the address: that of the account, or, if a session of that account asks, the one it is to get, which it ' +
    'has from then on; all other sessions end. A second call with the same token is harmless.',
  auth: 'optional',
  params: userAndToken,
  reply: { status: 204 },
  problems: ['link_invalid', 'link_expired', 'link_over', 'not_signed_in', 'other_account'],
} as const satisfies Call;

export const startReset = {
  id: 'startReset',
  method: 'POST',
  path: '/v1/auth/reset/start/',
  summary: 'Sends a link for a new password, if there is such an account: the answer and its time are always the same.',
  auth: 'none',
  body: { type: 'object', additionalProperties: false, required: ['email'], properties: { email: emailAddress } },
  reply: { status: 204 },
  problems: [],
} as const satisfies Call;

export const finishReset = {
  id: 'finishReset',
  method: 'POST',
  path: '/v1/auth/reset/finish/{userId}/{token}/',
  summary:
    'Sets a new password and ends all sessions of the account; with the token that undoes a change of email, the account ' +
    'has its old address back. Common passwords and the address itself are refused.',
  auth: 'none',
  params: userAndToken,
  body: { type: 'object', additionalProperties: false, required: ['password'], properties: { password } },
  reply: { status: 204 },
  problems: ['link_invalid', 'link_expired', 'link_over', 'busy'],
} as const satisfies Call;

export const changePassword = {
  id: 'changePassword',
  method: 'POST',
  path: '/v1/auth/password/',
  summary:
    'Sets a new password and ends all other sessions of the account. Common passwords and the address are refused.',
  auth: 'user',
  body: {
    type: 'object',
    additionalProperties: false,
    required: ['currentPassword', 'password'],
    properties: { currentPassword: givenPassword, password },
  },
  reply: { status: 204 },
  problems: ['busy'],
} as const satisfies Call;

export const changeEmail = {
  id: 'changeEmail',
  method: 'POST',
  path: '/v1/auth/email/',
  summary:
    'Sends a link to this address, which the account gets once it is followed; until then nothing changes. The answer ' +
    'does not say whether the address has an account.',
  auth: 'user',
  body: {
    type: 'object',
    additionalProperties: false,
    required: ['email', 'currentPassword'],
    properties: { email: emailAddress, currentPassword: givenPassword },
  },
  reply: { status: 204 },
  problems: ['busy'],
} as const satisfies Call;

const loginId = { type: 'string', format: 'uuid' } as const;

export const listLogins = {
  id: 'listLogins',
  method: 'GET',
  path: '/v1/auth/logins/',
  summary: 'Where the caller is logged in: this session first, then the one that was used last.',
  auth: 'user',
  reply: {
    status: 200,
    body: {
      type: 'object',
      additionalProperties: false,
      required: ['logins'],
      properties: {
        logins: {
          type: 'array',
          items: {
            type: 'object',
            additionalProperties: false,
            required: ['id', 'device', 'createdAt', 'usedAt', 'isCurrent'],
            properties: {
              id: loginId,
              device: { type: ['string', 'null'], description: 'Browser and system, as far as they said.' },
              createdAt: instant,
              usedAt: { ...instant, description: 'When its tokens were last exchanged.' },
              isCurrent: { type: 'boolean', description: 'It is the one that asks.' },
            },
          },
        },
      },
    },
  },
  problems: [],
} as const satisfies Call;

export const endLogin = {
  id: 'endLogin',
  method: 'DELETE',
  path: '/v1/auth/logins/{id}/',
  summary: "Ends one of the caller's sessions, at once. One that has ended is no error.",
  auth: 'user',
  params: {
    type: 'object',
    additionalProperties: false,
    required: ['id'],
    properties: { id: { type: 'string', maxLength: 100 } },
  },
  reply: { status: 204 },
  problems: [],
} as const satisfies Call;

export const endOtherLogins = {
  id: 'endOtherLogins',
  method: 'DELETE',
  path: '/v1/auth/logins/',
  summary: "Ends all of the caller's sessions but the one that asks.",
  auth: 'user',
  reply: { status: 204 },
  problems: [],
} as const satisfies Call;
