/** What the questions have in common whose answers can be leads. */

import type { LeadTerms } from '../../model.ts';
import type { StepValue } from '../flow.ts';
import { known, type Schema, type ShowsWord } from './authoring.ts';

export const leadKey: Schema = {
  title: 'lead',
  description:
    '`true`: the answer is sent to us at this step and stored as a lead, also where the visitor never signs up: `npm run funnel -- leads` and a webhook hand it on. `lead: { with: [goal] }` sends the answers to these questions along. Needs `consent` in the words. Without `lead`, nothing is captured: the answer stays in the browser until the visitor signs up.',
  type: ['boolean', 'object'],
  additionalProperties: false,
  required: ['with'],
  properties: {
    with: {
      title: 'with',
      description: 'The fields of questions above: their answers are stored with the lead, and no others.',
      type: 'array',
      minItems: 1,
      uniqueItems: true,
      items: { title: 'a field', type: 'string', pattern: String.raw`\S` },
      examples: [['goal', 'sleep_hours']],
    },
  },
  examples: [true, { with: ['goal', 'sleep_hours'] }],
};

/** The words of the consent: a lead needs them. */
export const consentWord: ShowsWord = {
  where: 'lead: true',
  fits: ({ lead }) => lead !== undefined && lead !== false,
  isNeeded: true,
};

export function compileLead({ lead }: StepValue): { readonly lead?: LeadTerms } {
  if (lead === undefined || lead === false) return {};
  return { lead: lead === true ? [] : (lead.with ?? []).map(known) };
}

/** In an author's words. */
export function leadFact({ lead }: { readonly lead?: LeadTerms }): string | undefined {
  return lead && ['true', ...lead].join(', ');
}
