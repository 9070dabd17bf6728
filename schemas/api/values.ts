import type { FromSchema } from 'json-schema-to-ts';
import { siteLocales } from '../../engine/model.ts';

/** Schemas of the values that several calls share. */

export const emailAddress = { type: 'string', format: 'email', maxLength: 254 } as const;

/** At least 6 characters, a letter and a digit; special characters allowed (specification, section 5). */
export const password = { type: 'string', format: 'password-rules', maxLength: 200 } as const;

/** A password that is compared, not set: it may be older than today's rules. */
export const givenPassword = { type: 'string', minLength: 1, maxLength: 200 } as const;

/** No web or email address, markup, control characters, line ends or marks that turn the direction of text. */
export const firstName = { type: 'string', format: 'person-name', maxLength: 100 } as const;

export const language = { enum: siteLocales } as const;
export type Language = FromSchema<typeof language>;

/** Any token; whether it is a good one, the server finds out. */
export const token = { type: 'string', maxLength: 2_000 } as const;

/** `analyst`: a member of the team, who may see the reports (`docs/guide/reports.md`). */
export const role = { enum: ['member', 'analyst'] } as const;
export type Role = FromSchema<typeof role>;

export const instant = { type: 'string', format: 'date-time' } as const;

export const seconds = { type: 'integer', minimum: 0 } as const;

export const userAndToken = {
  type: 'object',
  additionalProperties: false,
  required: ['userId', 'token'],
  properties: { userId: { type: 'string', maxLength: 100 }, token: { type: 'string', maxLength: 200 } },
} as const;

/** The account as its owner sees it (specification, section 3). */
export const user = {
  type: 'object',
  additionalProperties: false,
  required: [
    'id',
    'email',
    'firstName',
    'language',
    'emailVerified',
    'accessTo',
    'topic',
    'emailSubscribed',
    'unsubscribeId',
    'role',
    'pastDue',
  ],
  properties: {
    id: { type: 'string', format: 'uuid' },
    email: { type: 'string' },
    firstName: { type: 'string', description: 'Empty where none was given.' },
    language,
    emailVerified: { type: 'boolean' },
    accessTo: {
      anyOf: [instant, { type: 'null' }],
      description: 'Until when sessions can be listened to; 9999-12-31T00:00:00.000Z for a lifetime; null for never.',
    },
    topic: { type: ['string', 'null'], description: 'The first topic of the outcome of the quiz taken last.' },
    emailSubscribed: { type: 'boolean', description: 'Whether they have said that they want tips and offers.' },
    unsubscribeId: { type: 'string', description: 'The id that emails/unsubscribe/{id}/ takes.' },
    role: { ...role, description: 'analyst: may see the reports.' },
    pastDue: { type: 'boolean', description: 'Whether a renewal could not be taken, and can still be paid.' },
  },
} as const;
export type User = FromSchema<typeof user>;
