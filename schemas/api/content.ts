import type { FromSchema } from 'json-schema-to-ts';
import type { Call } from './call.ts';
import { instant, seconds } from './values.ts';

const contentId = { type: 'string', maxLength: 100 } as const;
const instantOrNull = { anyOf: [instant, { type: 'null' }] } as const;

const idParams = {
  type: 'object',
  additionalProperties: false,
  required: ['id'],
  properties: { id: contentId },
} as const;

const listeningStatus = {
  enum: ['not_started', 'in_progress', 'finished'],
  description: 'Not Started, In Progress, Finished. Finished stays so, also where it is listened to again.',
} as const;
export type ListeningStatus = FromSchema<typeof listeningStatus>;

const progressProperties = {
  status: listeningStatus,
  positionSeconds: { ...seconds, description: 'Where the listener is, on any device.' },
  startedAt: instantOrNull,
  finishedAt: instantOrNull,
} as const;

/** How far the caller is in one session. */
const listeningProgress = {
  type: 'object',
  additionalProperties: false,
  required: ['id', 'status', 'positionSeconds', 'startedAt', 'finishedAt'],
  properties: { id: contentId, ...progressProperties },
} as const;
export type ListeningProgress = FromSchema<typeof listeningProgress>;

/** A session as the caller sees it, in the caller's language. */
export const contentItem = {
  type: 'object',
  additionalProperties: false,
  required: [
    'id',
    'title',
    'summary',
    'opening',
    'category',
    'voice',
    'speaker',
    'durationSeconds',
    'status',
    'positionSeconds',
    'startedAt',
    'finishedAt',
    'audioUrl',
    'imageUrl',
    'recommended',
    'favourite',
    'week',
  ],
  properties: {
    id: contentId,
    title: { type: 'string' },
    summary: { type: 'string' },
    opening: {
      type: 'array',
      items: { type: 'string' },
      description: 'Lines to show one after the other at the beginning; empty where the session has none.',
    },
    category: { type: 'string', description: 'Id of one of the `categories`.' },
    voice: { type: 'string', description: 'Id of one of the `voices`.' },
    speaker: {
      anyOf: [{ type: 'string' }, { type: 'null' }],
      description: 'Who speaks in the recording; null where there is none.',
    },
    durationSeconds: seconds,
    ...progressProperties,
    audioUrl: {
      type: 'string',
      description:
        'Path from the root of the API host. Signed for the caller and good for a limited time: content/{id}/ has a new one.',
    },
    imageUrl: {
      type: 'string',
      description:
        "The session's picture, an SVG: a path from the root of the site, or a whole address where files are on a CDN.",
    },
    recommended: { type: 'boolean', description: 'Fits the outcome of the quiz taken last.' },
    favourite: { type: 'boolean', description: 'The caller has marked it, on any device.' },
    week: {
      description: "The week of the personalised plan whose topic it is about; null where it isn't of the plan.",
      anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }],
    },
  },
} as const;
export type ContentItem = FromSchema<typeof contentItem>;

const label = {
  type: 'object',
  additionalProperties: false,
  required: ['id', 'title'],
  properties: { id: { type: 'string' }, title: { type: 'string' } },
} as const;
export type ContentLabel = FromSchema<typeof label>;

const repeated = { type: 'array', maxItems: 50, items: { type: 'string', maxLength: 100 } } as const;

export const listContent = {
  id: 'listContent',
  method: 'GET',
  path: '/v1/content/',
  summary: 'The sessions that match all of the filters, a page at a time: by week of the plan, the others by category.',
  auth: 'user',
  query: {
    type: 'object',
    additionalProperties: false,
    properties: {
      status: { type: 'array', maxItems: 3, items: listeningStatus, description: 'Any of them.' },
      category: { ...repeated, description: 'Any of these categories.' },
      voice: { ...repeated, description: 'Any of these voices.' },
      favourite: { type: 'boolean', description: "The caller's favourites only, or the others only." },
      search: {
        type: 'string',
        maxLength: 100,
        description: 'Words that title and summary hold, in any order; they may be mistyped.',
      },
      page: { type: 'integer', minimum: 1, maximum: 100_000, default: 1 },
    },
  },
  reply: {
    status: 200,
    body: {
      type: 'object',
      additionalProperties: false,
      required: [
        'items',
        'found',
        'corrected',
        'page',
        'pages',
        'total',
        'available',
        'completed',
        'progress',
        'categories',
        'voices',
      ],
      properties: {
        items: { type: 'array', items: contentItem },
        found: { ...seconds, description: 'How many sessions match the filters.' },
        corrected: {
          anyOf: [{ type: 'string' }, { type: 'null' }],
          description: 'The search that is answered, where no session has the words as they were written.',
        },
        page: { type: 'integer', minimum: 1 },
        pages: { type: 'integer', minimum: 1 },
        total: { ...seconds, description: 'How many sessions there are, whatever the filters.' },
        available: { ...seconds, description: 'How many of them the caller has not finished.' },
        completed: { ...seconds, description: 'How many of them the caller has finished.' },
        progress: { type: 'integer', minimum: 0, maximum: 100, description: 'Completed of total, in percent.' },
        categories: { type: 'array', items: label },
        voices: { type: 'array', items: label },
      },
    },
  },
  problems: ['no_access'],
} as const satisfies Call;
export type ContentList = FromSchema<typeof listContent.reply.body>;

export const readContent = {
  id: 'readContent',
  method: 'GET',
  path: '/v1/content/{id}/',
  summary: 'One session, with an audio address that is good from now on.',
  auth: 'user',
  params: idParams,
  reply: { status: 200, body: contentItem },
  problems: ['no_access', 'not_found'],
} as const satisfies Call;

/** What a report of listening says besides where the listener is. All of it may be sent again and counts once. */
const heard = {
  play: {
    type: 'string',
    format: 'uuid',
    description: 'One time of listening, named by the device; with `heard` and `day`.',
  },
  heard: { ...seconds, maximum: 86_400, description: 'Seconds heard so far in this play.' },
  day: { type: 'string', format: 'date', description: "The day on the listener's calendar: a play has one." },
} as const;

export const startContent = {
  id: 'startContent',
  method: 'POST',
  path: '/v1/content/{id}/start/',
  summary: 'The session is In Progress from the first call on; every call may save where the listener is.',
  auth: 'user',
  params: idParams,
  query: {
    type: 'object',
    additionalProperties: false,
    properties: { position: { ...seconds, maximum: 86_400 }, ...heard },
  },
  reply: { status: 200, body: listeningProgress },
  problems: ['no_access', 'not_found'],
} as const satisfies Call;

export const finishContent = {
  id: 'finishContent',
  method: 'POST',
  path: '/v1/content/{id}/finish/',
  summary: 'The session is Finished, and stays so. The listener is at its beginning again.',
  auth: 'user',
  params: idParams,
  query: { type: 'object', additionalProperties: false, properties: heard },
  reply: { status: 200, body: listeningProgress },
  problems: ['no_access', 'not_found'],
} as const satisfies Call;

export const addFavourite = {
  id: 'addFavourite',
  method: 'POST',
  path: '/v1/content/{id}/favourite/',
  summary: "The session is one of the caller's favourites from now on. Asked again it changes nothing.",
  auth: 'user',
  params: idParams,
  reply: { status: 204 },
  problems: ['no_access', 'not_found'],
} as const satisfies Call;

export const removeFavourite = {
  id: 'removeFavourite',
  method: 'DELETE',
  path: '/v1/content/{id}/favourite/',
  summary: 'The session is no favourite any more, if it was one.',
  auth: 'user',
  params: idParams,
  reply: { status: 204 },
  problems: ['no_access'],
} as const satisfies Call;
