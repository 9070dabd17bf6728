import type { FromSchema } from 'json-schema-to-ts';
import type { Call } from './call.ts';
import { contentItem } from './content.ts';
import { seconds } from './values.ts';

export const dashboard = {
  id: 'readDashboard',
  method: 'GET',
  path: '/v1/dashboard/',
  summary: 'What the caller has listened to, where the plan is, and what to go on with.',
  auth: 'user',
  query: {
    type: 'object',
    additionalProperties: false,
    properties: {
      day: { type: 'string', format: 'date', description: "Today on the caller's calendar; default: in `timeZone`." },
      timeZone: {
        type: 'string',
        format: 'time-zone',
        maxLength: 100,
        description: "The caller's, by its IANA name such as `America/New_York`; default: UTC.",
      },
    },
  },
  reply: {
    status: 200,
    body: {
      type: 'object',
      additionalProperties: false,
      required: ['streakDays', 'heardSeconds', 'finished', 'days', 'plan', 'next', 'recommended'],
      properties: {
        streakDays: { ...seconds, description: 'Days in a row with listening, up to today or yesterday.' },
        heardSeconds: { ...seconds, description: 'In all.' },
        finished: { ...seconds, description: 'Sessions finished.' },
        days: {
          type: 'array',
          description: 'The last seven days, today last.',
          items: {
            type: 'object',
            additionalProperties: false,
            required: ['day', 'heardSeconds'],
            properties: { day: { type: 'string', format: 'date' }, heardSeconds: seconds },
          },
        },
        plan: {
          description: 'The week of the personalised plan; null for members who have taken no quiz.',
          anyOf: [
            { type: 'null' },
            {
              type: 'object',
              additionalProperties: false,
              required: ['week', 'weeks', 'over', 'stage', 'title', 'focus', 'practice', 'sessions'],
              properties: {
                week: {
                  type: 'integer',
                  minimum: 1,
                  description: 'Counted from the day in `timeZone` on which access began.',
                },
                weeks: { type: 'integer', minimum: 1 },
                over: { type: 'boolean', description: 'All weeks have passed: this is the last one.' },
                stage: { enum: ['begin', 'deepen', 'everyday', 'keep'] },
                title: { type: 'string' },
                focus: { type: 'string' },
                practice: { type: 'string' },
                sessions: { type: 'array', items: contentItem },
              },
            },
          ],
        },
        next: {
          description: 'The session in progress that was listened to last.',
          anyOf: [contentItem, { type: 'null' }],
        },
        recommended: {
          type: 'array',
          items: contentItem,
          description: 'Up to three, neither finished nor named above.',
        },
      },
    },
  },
  problems: ['no_access'],
} as const satisfies Call;
export type Dashboard = FromSchema<typeof dashboard.reply.body>;
