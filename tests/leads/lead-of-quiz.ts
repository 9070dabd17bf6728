import { createLeadEndpoints } from '../../api/leads/leads.ts';
import { saveConsents } from '../../api/leads/store-lead.ts';
import { createKeys } from '../../api/platform/keys.ts';
import { createRateLimits } from '../../api/platform/http/rate-limits.ts';
import type { Database } from '../../api/platform/db/database.ts';
import type { BodyOf } from '../../schemas/api/call.ts';
import { sendLead } from '../../schemas/api/leads.ts';
import { makeCall } from '../harness/api-calls.ts';
import { buildFunnel, withWords } from '../engine/run/build-funnel.ts';

export const keys = createKeys('a secret of at least thirty-two characters');
export const consent = 'We write to you about sleep. You can unsubscribe at any time.';

/** Asks for an address, with which the answer to `trouble` goes along. */
export const funnel = buildFunnel({
  id: 'sleep',
  hiddenFields: ['utm_source', 'clinic'],
  steps: [
    { id: 'trouble', type: 'single_choice', options: ['waking', 'falling_asleep'] },
    { id: 'mood', type: 'single_choice', options: ['low', 'fine'] },
    { id: 'contact', type: 'email', lead: ['trouble'] },
    { id: 'mobile', type: 'phone', lead: [] },
  ],
});
const wordsWith = (text: string) => {
  const { words } = withWords(funnel, {
    steps: { contact: { title: 'Your address?', consent: text }, mobile: { title: 'Your number?', consent: text } },
  });
  return new Map([[funnel.id, { en: words }]]);
};

type Lead = BodyOf<typeof sendLead>;

export const visit = '01a1fdfa-4600-7000-8000-000000000001';
export const leadOf = (change: Partial<Lead> = {}): Lead => ({
  funnel: funnel.id,
  version: funnel.version,
  visit,
  locale: 'en',
  step: 'contact',
  contact: 'Ada@Example.org',
  consent,
  page: 1_700_000_000_000,
  n: 1_000,
  source: 'meta',
  query: { clinic: 'north' },
  answers: { trouble: 'waking' },
  ...change,
});

/** The call on this database, whose server shows the consent. */
export async function runLeads(database: Database) {
  const funnels = new Map([[funnel.id, funnel]]);
  await saveConsents(database, funnels, wordsWith(consent));
  let wakes = 0;
  const rateLimits = createRateLimits(database);
  const endpoints = createLeadEndpoints({ database, funnels, keys, rateLimits, wakeWorker: () => (wakes += 1) });
  return {
    endpoints,
    wakes: () => wakes,
    send: (change: Partial<Lead> = {}) => makeCall(endpoints, sendLead, { body: leadOf(change) }),
  };
}
