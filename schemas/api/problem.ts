import type { FromSchema } from 'json-schema-to-ts';

/** Codes that programs can rely on. `api/platform/http/problem.ts` has the status and the words of each. */
export const apiProblemCodes = [
  'bad_request',
  'invalid_fields',
  'not_signed_in',
  'tokens_outdated',
  'other_account',
  'wrong_credentials',
  'session_ended',
  'not_found',
  'method_not_allowed',
  'email_taken',
  'link_invalid',
  'link_expired',
  'link_over',
  'already_subscribed',
  'price_changed',
  'not_changeable',
  'not_refundable',
  'guarantee_used',
  'being_prepared',
  'no_access',
  'analysts_only',
  'payment_init',
  'payment_unavailable',
  'too_large',
  'unsupported_media_type',
  'too_many_requests',
  'busy',
  'internal',
  'unavailable',
  'not_ready',
] as const;
export type ApiProblemCode = (typeof apiProblemCodes)[number];

/** What is wrong with one field of a body, a query or an address. */
const fieldErrorCodes = [
  'required',
  'not_an_email',
  'email_letters',
  'not_a_name',
  'password_rules',
  'password_common',
  'password_is_email',
  'wrong_password',
  'email_taken',
  'must_agree',
  'unknown_field',
  'wrong_type',
  'too_long',
  'invalid',
] as const;
export type FieldErrorCode = (typeof fieldErrorCodes)[number];

/** The body of every answer that is not 2xx: `application/problem+json` (RFC 9457). */
export const problemSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['status', 'title', 'detail', 'code'],
  properties: {
    status: { type: 'integer', minimum: 400, maximum: 599 },
    title: { type: 'string', description: 'What kind of problem it is, in English.' },
    detail: { type: 'string', description: "A sentence that can be shown, in the caller's language." },
    code: { enum: apiProblemCodes },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['field', 'code', 'message'],
        properties: {
          field: { type: 'string', description: 'Path with dots, such as agreements.terms; empty for the whole.' },
          code: { enum: fieldErrorCodes },
          message: { type: 'string', description: "A sentence that can be shown, in the caller's language." },
        },
      },
    },
  },
} as const;
export type ProblemDetails = FromSchema<typeof problemSchema>;
export type InvalidField = NonNullable<ProblemDetails['errors']>[number];
