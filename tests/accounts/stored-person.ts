import { randomUUID } from 'node:crypto';
import { visitKeysOf } from '../../api/leads/store-lead.ts';
import type { Database } from '../../api/platform/db/database.ts';
import { addSessions } from '../content/running-content.ts';
import { keys } from './running-accounts.ts';

const [userId, visitId, changeId, email] = [randomUUID(), randomUUID(), randomUUID(), 'ada@example.org'];
const at = '2026-05-10T11:00:00Z';
const soon = '2026-05-11T11:00:00Z';
const of = { user_id: userId };
const bought = { plan: 'basic', amount: 1499, currency: 'USD' };

/** A row of each table about a person, all of one member. As far as it may, each column has a value. */
export const personRows: Readonly<Record<string, object>> = {
  users: {
    id: userId,
    email,
    first_name: 'Ada',
    language: 'es',
    password_hash: 'argon2',
    auth_generation: 1,
    email_verified_at: at,
    unsubscribed_at: at,
    subscribed_at: at,
    agreed_at: at,
    role: 'analyst',
    promo: { utm_source: 'letter' },
  },
  sessions: {
    ...of,
    id: randomUUID(),
    auth_generation: 1,
    secret_hash: 'a',
    expires_at: soon,
    ended_at: at,
    device: 'x',
  },
  email_changes: {
    ...of,
    id: changeId,
    login_id: randomUUID(),
    auth_generation: 1,
    new_email: 'new@example.org',
    old_email: 'old@example.org',
    confirmed_at: at,
    undo_until: soon,
    undone_at: at,
  },
  one_time_tokens: {
    ...of,
    hash: 'a',
    purpose: 'undo_email',
    expires_at: soon,
    used_at: at,
    email_change_id: changeId,
  },
  sent_emails: { ...of, id: 'job-1', request: { template: 'welcome' } },
  jobs: { kind: 'mail', payload: { template: 'welcome', userId }, leased_until: soon, last_error: 'x', dead_at: soon },
  audit_log: { ...of, action: 'signup', ip: '203.0.113.7', request_id: 'r', details: { payment: 'p' } },
  visits: {
    ...of,
    visit_id: visitId,
    funnel: 'sleep',
    version: 'v1',
    answers: { a: 1 },
    input: { b: 1 },
    outcome: 'o',
    topic: 'rest',
    topics: ['rest'],
  },
  leads: {
    visit_key: visitKeysOf(keys, visitId)[0],
    step: 'mail',
    contact: email,
    kind: 'email',
    funnel: 'sleep',
    version: 'v1',
    locale: 'en',
    source: 'letter',
    query: { b: 1 },
    answers: { a: 1 },
    answered_at: 1,
    pages: { 1: 1 },
  },
  content_progress: {
    ...of,
    content_id: 'roof',
    status: 'finished',
    position_seconds: 9,
    started_at: at,
    finished_at: at,
  },
  content_plays: { ...of, id: randomUUID(), content_id: 'roof', day: '2026-05-10', seconds: 90 },
  content_favourites: { ...of, content_id: 'roof' },
  customers: {
    ...of,
    stripe_id: 'cus_2',
    former_ids: ['cus_1'],
    livemode: true,
    read_started_at: at,
    gone_at: at,
    closed_at: at,
  },
  payments: {
    ...of,
    ...bought,
    kind: 'purchase',
    status: 'refunded',
    refunded_amount: 1,
    given_twice: 1,
    disputed: true,
    checkout_id: 'cs_1',
    checkout_url: 'https://a',
    expires_at: soon,
    asked_until: soon,
    subscription_id: 'sub_1',
    invoice_id: 'in_1',
    payment_intent_id: 'pi_1',
    document_url: 'https://b',
    funnel: 'sleep',
    visit_id: visitId,
    utm_source: 'letter',
    tracking: { ga4: '1' },
    paid_at: at,
    refunded_at: at,
  },
  subscriptions: {
    ...of,
    ...bought,
    id: 'sub_1',
    status: 'active',
    next_amount: 1,
    cancel_at_period_end: false,
    created_at: at,
    period_start: at,
    period_end: soon,
    ended_at: at,
    pay_url: 'https://c',
    failed_attempts: 1,
    reminded_for: at,
  },
  access_grants: { ...of, source: 'payment', source_id: 'p', ends_at: soon, grace_ends_at: soon, revoked_at: at },
};

/** Stores all of it in an empty database. */
export async function storePerson(database: Database): Promise<void> {
  const { knex } = database;
  await addSessions(database, [{ id: 'roof' }]);
  const consent = { funnel: 'sleep', step: 'mail', locale: 'en', words: 'Write to me.' };
  const [stored] = await knex('lead_consents').insert(consent).returning('id');
  for (const [table, row] of Object.entries(personRows)) {
    const values = Object.entries(row).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'object' && !Array.isArray(value) ? JSON.stringify(value) : value,
    ]);
    await knex(table).insert({ ...Object.fromEntries(values), ...(table === 'leads' && { consent_id: stored.id }) });
  }
}
