import type { FromSchema } from 'json-schema-to-ts';
import type { Call } from './call.ts';
import { instant } from './values.ts';

const day = { type: 'string', format: 'date', maxLength: 10, description: 'UTC, such as 2026-11-21.' } as const;

/** A published quiz, and how much is known of it. */
const reportedFunnel = {
  type: 'object',
  additionalProperties: false,
  required: ['id', 'path', 'name', 'visits'],
  properties: {
    id: { type: 'string' },
    path: { type: 'string', description: 'Where visitors find it, such as /sleep-issues.' },
    name: { type: 'string', description: "What it is called in the caller's language." },
    visits: { type: 'integer', minimum: 0, description: 'All that have been counted so far.' },
  },
} as const;
export type ReportedFunnel = FromSchema<typeof reportedFunnel>;

export const listReports = {
  id: 'listReports',
  method: 'GET',
  path: '/v1/reports/',
  summary: 'The quizzes that there are reports of. Only for users with the role analyst.',
  auth: 'user',
  reply: {
    status: 200,
    body: {
      type: 'object',
      additionalProperties: false,
      required: ['funnels'],
      properties: { funnels: { type: 'array', items: reportedFunnel } },
    },
  },
  problems: ['analysts_only'],
} as const satisfies Call;

/** A report as it is shown: markup without scripts and inline styles, and the style sheet for it. */
const renderedReport = {
  type: 'object',
  additionalProperties: false,
  required: ['css', 'body', 'madeAt'],
  properties: {
    css: { type: 'string', description: 'Its rules are for what is in the element of class report.' },
    body: { type: 'string', description: "HTML in the caller's language: one element of class report." },
    madeAt: instant,
  },
} as const;
export type RenderedReport = FromSchema<typeof renderedReport>;

export const readReport = {
  id: 'readReport',
  method: 'GET',
  path: '/v1/reports/{funnel}/',
  summary: 'What is known of the visits of a quiz, as a page. Only for users with the role analyst.',
  auth: 'user',
  params: {
    type: 'object',
    additionalProperties: false,
    required: ['funnel'],
    properties: { funnel: { type: 'string', maxLength: 100, description: 'Id of the quiz.' } },
  },
  query: {
    type: 'object',
    additionalProperties: false,
    properties: {
      from: { ...day, description: 'The first day on which visits began, in UTC; default: no bound.' },
      to: { ...day, description: 'The last day on which visits began, in UTC; default: no bound.' },
      by: { enum: ['variant', 'utm_source', 'locale'], description: 'What visits are compared by; default: nothing.' },
    },
  },
  reply: { status: 200, body: renderedReport },
  problems: ['analysts_only', 'not_found'],
} as const satisfies Call;
