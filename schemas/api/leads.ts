import type { Call } from './call.ts';

const name = { type: 'string', format: 'single-line', minLength: 1, maxLength: 100 } as const;

/** An answer by which the visitor can be reached, where the author of the funnel says that it is a lead. */
export const sendLead = {
  id: 'sendLead',
  method: 'POST',
  path: '/v1/leads/',
  summary: 'Stores a lead, once for each step of a visit; a later answer to that step takes its place.',
  auth: 'none',
  beacon: true,
  body: {
    type: 'object',
    additionalProperties: false,
    required: ['funnel', 'version', 'visit', 'locale', 'step', 'contact', 'consent', 'page', 'n', 'answers'],
    properties: {
      funnel: name,
      version: { ...name, maxLength: 64 },
      visit: { type: 'string', format: 'uuid', description: 'The id under which its events are reported.' },
      locale: { ...name, maxLength: 35 },
      step: name,
      contact: { ...name, maxLength: 254 },
      consent: { type: 'string', maxLength: 1_000, description: 'The words that the visitor agreed to, as shown.' },
      page: { type: 'integer', minimum: 1, maximum: 8_640_000_000_000_000, description: 'When the page was opened.' },
      n: { type: 'integer', minimum: 0, maximum: 1e12, description: 'Milliseconds from then until the answer.' },
      source: { type: 'string', maxLength: 2_000, description: '`utm_source` of the landing.' },
      query: { type: 'object', maxProperties: 50, additionalProperties: { type: 'string', maxLength: 2_000 } },
      today: { type: 'string', pattern: String.raw`^\d{4}-\d{2}-\d{2}$`, description: "The visitor's day." },
      answers: { type: 'object', maxProperties: 500, description: 'By field: those that go along with the lead.' },
    },
  },
  reply: { status: 204 },
  problems: [],
} as const satisfies Call;
