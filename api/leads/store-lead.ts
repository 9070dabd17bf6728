import type { Knex } from 'knex';
import { createHmac } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { CompiledFunnel, CompiledStep, LeadTerms } from '../../engine/model.ts';
import { checkAnswer, isQuestion } from '../../engine/run/answer.ts';
import { plainText } from '../../engine/run/plain-text.ts';
import { cutSource, sourceOf } from '../../engine/run/query.ts';
import { rulesOf } from '../../engine/run/steps/index.ts';
import type { ContactKind } from '../../engine/run/steps/rules.ts';
import { mailboxOf, normaliseEmail } from '../emails/address.ts';
import { loadFunnelVersion } from '../events/funnel-versions.ts';
import type { Database } from '../platform/db/database.ts';
import type { Handler } from '../platform/http/endpoint.ts';
import { ApiError } from '../platform/http/problem.ts';
import { inSeconds, nameLimits, type RateLimits } from '../platform/http/rate-limits.ts';
import { enqueueJob } from '../platform/jobs/queue.ts';
import type { Keys } from '../platform/keys.ts';
import type { Funnels, FunnelWordsById } from '../funnels/published.ts';
import type { BodyOf } from '../../schemas/api/call.ts';
import type { sendLead } from '../../schemas/api/leads.ts';
import { leadJob } from './webhook.ts';

const limits = nameLimits({
  /** Leads from one network: offices and phone networks have many visitors behind one address. */
  leadsByIp: { points: 300, duration: inSeconds.hour },
  /** Beyond them, leads with one address are not stored. */
  leadsByContact: { points: 20, duration: inSeconds.day },
});

export interface LeadServices {
  readonly database: Database;
  readonly funnels: Funnels;
  readonly keys: Pick<Keys, 'leadVisit'>;
  readonly rateLimits: Pick<RateLimits, 'consume' | 'tryConsume'>;
  readonly wakeWorker: () => void;
}

/**
 * Takes a lead. What is answered with success survives any crash. Only a mailbox that is sent over and over isn't
 * stored: the answer doesn't show that to the stranger who does it.
 */
export function createSendLead(services: LeadServices): Handler<typeof sendLead> {
  const { database, funnels, keys, rateLimits, wakeWorker } = services;
  return async ({ body, ip }) => {
    await rateLimits.consume(limits.leadsByIp, ip);
    const served = funnels.get(body.funnel);
    const isServed = served?.version === body.version;
    const funnel = isServed ? served : await loadFunnelVersion(database, body.funnel, body.version);
    if (!funnel) throw refusal('version');
    const lead = readLead(funnel, body);
    if (
      !(await rateLimits.tryConsume(
        limits.leadsByContact,
        lead.kind === 'email' ? mailboxOf(lead.contact) : lead.contact,
      ))
    )
      return;
    if (await storeLead(database, { ...lead, visitKey: visitKeysOf(keys, body.visit)[0]! })) wakeWorker();
  };
}

/** What a visit is called beside its leads: the first name by today's secret, then by those before it. */
export function visitKeysOf({ leadVisit }: Pick<Keys, 'leadVisit'>, visit: string): readonly string[] {
  return leadVisit.map((key) => createHmac('sha256', key).update(visit.toLowerCase()).digest('base64url'));
}

interface Lead extends Omit<BodyOf<typeof sendLead>, 'visit' | 'today'> {
  readonly kind: ContactKind;
}

/** The lead as it is stored, of what its author asks for and nothing else; throws where no visitor can have sent it. */
function readLead(funnel: CompiledFunnel, { visit: _visit, today, ...body }: BodyOf<typeof sendLead>): Lead {
  const step = funnel.steps.find(({ id }) => id === body.step);
  const terms = step && termsOf(step);
  if (!step || !terms) throw refusal('step');
  if (body.contact === '' || checkAnswer(step, body.contact) !== null) throw refusal('contact');
  for (const [field, value] of Object.entries(body.answers)) {
    const asking = funnel.steps.filter(isQuestion).find((question) => question.field === field);
    if (!asking || !terms.with.includes(field) || checkAnswer(asking, value, today) !== null)
      throw refusal(`answers.${field}`);
  }
  const { hiddenFields } = funnel;
  const query = Object.entries(body.query ?? {}).filter(([name]) => hiddenFields.includes(name));
  return {
    ...body,
    kind: terms.kind,
    contact: terms.kind === 'email' ? normaliseEmail(body.contact) : body.contact,
    source: sourceOf(body.source ?? ''),
    query: cutSource(Object.fromEntries(query)),
  };
}

function refusal(field: string): ApiError {
  return new ApiError('invalid_fields', { errors: [{ field, code: 'invalid' }] });
}

/** What kind of lead a step asks for, and with which answers; nothing where it asks for none. */
function termsOf(step: CompiledStep): { readonly kind: ContactKind; readonly with: LeadTerms } | undefined {
  const kind = rulesOf(step).question?.contact;
  return kind && 'lead' in step && step.lead ? { kind, with: step.lead } : undefined;
}

/** Resolves to whether it is new, or changes what was stored. Throws where nobody was ever shown this consent. */
async function storeLead(database: Database, lead: StoringLead): Promise<boolean> {
  return database.knex.transaction(async (trx) => {
    const { funnel, version, locale, step, contact, kind, source, page, n } = lead;
    const [consent] = await trx('lead_consents')
      .where({ funnel, step, locale })
      .whereRaw('md5(words) = md5(?)', [lead.consent])
      .select<{ id: number }[]>('id');
    if (!consent) throw refusal('consent');
    const [query, answers] = [JSON.stringify(lead.query), JSON.stringify(lead.answers)];
    const about = { kind, contact, funnel, version, locale, source, query, answers, consent_id: consent.id };
    const row = { ...about, answered_at: page + n };
    const [added] = await trx('leads')
      .insert({ ...row, visit_key: lead.visitKey, step, pages: JSON.stringify({ [page]: n }) })
      .onConflict(['visit_key', 'step'])
      .ignore()
      .returning<{ id: string }[]>('id');
    const id = added?.id ?? (await changeLead(trx, lead, row));
    if (id !== undefined) await enqueueJob(trx, leadJob, { lead: id });
    return id !== undefined;
  });
}

interface StoringLead extends Lead {
  readonly visitKey: string;
}

/**
 * Of several pages of a visit, what comes last counts, as their clocks may differ; of one page, its own number. Resolves
 * to the id where something changes. To have tried to insert the row has locked all leads (`0043_lead_changes`).
 */
async function changeLead(trx: Knex, lead: StoringLead, row: object): Promise<string | undefined> {
  const stored = await trx('leads')
    .where({ visit_key: lead.visitKey, step: lead.step })
    .whereNotNull('contact')
    .first<PickedLead | undefined>('id', 'contact', 'answers', 'pages');
  if (!stored || (stored.pages[lead.page] ?? -1) >= lead.n) return undefined;
  const pages = JSON.stringify({ ...stored.pages, [lead.page]: lead.n });
  const isSame = stored.contact === lead.contact && isDeepStrictEqual(stored.answers, lead.answers);
  const change = isSame ? {} : { ...row, changed_at: trx.raw('clock_timestamp()') };
  await trx('leads')
    .where({ id: stored.id })
    .update({ ...change, pages });
  return isSame ? undefined : stored.id;
}

interface PickedLead extends Pick<Lead, 'contact' | 'answers'> {
  readonly id: string;
  readonly pages: Readonly<Record<string, number>>;
}

/** Remembers the consents that the visitors of this server are shown, of leads and of boxes to tick. */
export async function saveConsents(database: Database, funnels: Funnels, words: FunnelWordsById): Promise<void> {
  const rows = [...funnels.values()].flatMap(({ id: funnel, steps }) =>
    steps.flatMap(({ id: step }) =>
      Object.entries(words.get(funnel) ?? {}).flatMap(([locale, { steps }]) => {
        const consent = steps[step]?.consent;
        return consent === undefined ? [] : [{ funnel, step, locale, words: plainText(consent) }];
      }),
    ),
  );
  if (rows.length > 0) await database.knex('lead_consents').insert(rows).onConflict().ignore();
}
