import type { Call } from './call.ts';

/** A page's events are sent in batches. One that is sent again counts once: its visit, page and number name it. */
export const sendEvents = {
  id: 'sendEvents',
  method: 'POST',
  path: '/v1/events/',
  summary:
    'Takes the events of a quiz. What was answered with 204 is stored and survives any crash, unless its network began too many visits.',
  auth: 'none',
  beacon: true,
  body: {
    type: 'object',
    additionalProperties: false,
    required: ['funnel', 'visit', 'page', 'n', 'events'],
    properties: {
      funnel: { type: 'string', format: 'single-line', minLength: 1, maxLength: 100 },
      visit: { type: 'string', format: 'uuid', description: 'Made by the browser (UUID version 7).' },
      page: { type: 'integer', minimum: 1, maximum: 8_640_000_000_000_000, description: 'When the page was opened.' },
      n: { type: 'integer', minimum: 0, maximum: 100_000, description: 'Number of the batch on its page, from 0.' },
      events: {
        type: 'array',
        minItems: 1,
        maxItems: 500,
        items: { type: 'array', minItems: 2, maxItems: 4 },
        description: 'In order, each as [milliseconds, kind, …] (docs/reference/events.md).',
      },
    },
  },
  reply: { status: 204 },
  problems: ['busy'],
} as const satisfies Call;

/**
 * What the browser has to know of the services that the site reports goals and purchases to; nothing of it is secret.
 */
export const readAnalytics = {
  id: 'readAnalytics',
  method: 'GET',
  path: '/v1/analytics/',
  summary: 'The analytics services and ad pixels in use, and whether visitors are asked first.',
  auth: 'none',
  reply: {
    status: 200,
    body: {
      type: 'object',
      additionalProperties: false,
      required: ['consent'],
      properties: {
        consent: { enum: ['ask', 'none'], description: 'none: no consent is needed, and no bar is shown.' },
        yandexMetrica: {
          type: 'object',
          additionalProperties: false,
          required: ['id', 'serverSide'],
          properties: {
            id: { type: 'integer' },
            serverSide: { type: 'boolean', description: 'The server reports purchases to it; the browser does not.' },
          },
        },
        googleAnalytics: {
          type: 'object',
          additionalProperties: false,
          required: ['id'],
          properties: { id: { type: 'string' } },
        },
        metaPixel: {
          type: 'object',
          additionalProperties: false,
          required: ['id', 'utmSource'],
          properties: {
            id: { type: 'string' },
            utmSource: { type: 'string', description: 'Only for visitors who came with this utm_source.' },
          },
        },
      },
    },
  },
  problems: [],
} as const satisfies Call;
