import { createHmac } from 'node:crypto';
import type { LeadWebhook } from '../platform/config/leads.ts';
import type { Database } from '../platform/db/database.ts';
import { postJson } from '../platform/jobs/post-json.ts';
import type { JobHandlers } from '../platform/jobs/queue.ts';
import { findLead } from './read-leads.ts';

/** A lead to be posted to the webhook: `{ lead: <id> }`, or `{ erased: <id> }` of one that was erased. */
export const leadJob = 'lead';

interface WebhookDependencies {
  readonly database: Database;
  /** Null: leads are posted nowhere. */
  readonly webhook: LeadWebhook | null;
}

/**
 * The job that posts a lead to the webhook, at least once: each try has the same `webhook-id`. Of a lead that has been
 * erased meanwhile, nothing is sent but that.
 */
export function createLeadJobs({ database, webhook }: WebhookDependencies): JobHandlers {
  return {
    async [leadJob]({ id, payload }, signal) {
      if (!webhook) return;
      const { lead: leadId, erased } = payload as { readonly lead?: string; readonly erased?: string };
      const lead = leadId === undefined ? undefined : await findLead(database, leadId);
      const [type, data] = lead ? (['lead.captured', lead] as const) : (['lead.erased', { id: erased }] as const);
      if (!lead && erased === undefined) return;
      const body = JSON.stringify({ type, timestamp: new Date().toISOString(), data });
      const message = { id: `msg_${id}`, seconds: Math.floor(Date.now() / 1_000), body };
      await postJson('The webhook for leads', { url: webhook.url, body, headers: signed(message, webhook) }, signal);
    },
  };
}

interface Message {
  readonly id: string;
  /** When it is sent, in seconds since 1970. */
  readonly seconds: number;
  readonly body: string;
}

/** The headers by which the receiver knows that a message is ours (Standard Webhooks), signed with each secret. */
export function signed({ id, seconds, body }: Message, { secrets }: LeadWebhook): Readonly<Record<string, string>> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  };
}
