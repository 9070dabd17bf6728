import type { Call } from './call.ts';

export const unsubscribe = {
  id: 'unsubscribe',
  method: 'POST',
  path: '/v1/emails/unsubscribe/{id}/',
  summary: "Stops all mails that are not about the account itself. Takes a mail program's one click too (RFC 8058).",
  auth: 'none',
  params: {
    type: 'object',
    additionalProperties: false,
    required: ['id'],
    properties: { id: { type: 'string', maxLength: 100 } },
  },
  reply: { status: 204 },
  problems: [],
} as const satisfies Call;
