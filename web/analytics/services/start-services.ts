import { subscribe } from '../page-events.ts';
import type { OwedLeads } from '../leads.ts';
import { record } from './ledger.ts';
import { forbidsServices } from './addresses.ts';
import { loadSettings } from './settings.ts';
import { identify, type Visit } from '../../quiz/visit.ts';
import { tryAgain } from '../../errors.ts';
import { type FunnelEntry, readSite } from '../../site.ts';
import { readEntry, readVisit, removeEntry, writeEntry } from '../../storage.ts';

/**
 * Sends analytics services and ad pixels what the specification asks for (section 7): those in use, where the visitor
 * allows it, each thing once. Goals are events of the page in any case (`funnel:goal`); our own server gets leads.
 */
export function startServices(): void {
  const visits: Visit[] = [];
  let notifyServices: (() => void) | undefined;
  noteSavedGoals(readSite().funnels);
  for (const owed of readOwedLeads()) sendLeads(owed.entry.id, (leads) => leads.sendOwedLeads(owed));
  subscribe((event) => {
    if (event.type === 'visit') {
      visits.push(event.visit);
      sendVisitLeads(event.visit);
      watchGoals(event.visit, () => notifyServices?.());
    } else if (event.type === 'purchase') {
      const { payment: id, plan, amount, currency } = event;
      record({ id, type: 'purchase', plan, amount, currency });
    }
    notifyServices?.();
  });
  // There, not even the question whether there are services is asked.
  if (forbidsServices()) return;
  const begin = async () => {
    const settings = await loadSettings().catch(() => backOnline().then(loadSettings));
    const { yandexMetrica, googleAnalytics, metaPixel, consent } = settings;
    if (!(yandexMetrica ?? googleAnalytics ?? metaPixel)) return;
    const { openServices } = await import('./open-services.ts');
    notifyServices = openServices(settings, visits);
    notifyServices();
    if (consent === 'ask') (await import('../consent/show-consent.tsx')).showConsent(settings, notifyServices);
  };
  begin().catch(() => undefined); // the next page tries again
}

/** The prefix of the entries that say that leads of a visit may not have been sent (`OwedLeads['terms']`). */
const owedKeyPrefix = 'lead:';

/** Where their code doesn't come, or the page is closed before it has, they stay owed: the next page sends them. */
function sendLeads(funnel: string, how: (leads: typeof import('../leads.ts')) => unknown): void {
  tryAgain(() => import('../leads.ts'))
    .then(how)
    .then(() => removeEntry(owedKeyPrefix + funnel))
    .catch(() => undefined);
}

/** The leads of this visit; until their code has come, it is noted under which words. The address is only in the visit. */
function sendVisitLeads(visit: Visit): void {
  const { data, input, openedAt: page } = visit;
  const { id, steps } = data.funnel;
  const asking = steps.filter((step) => 'lead' in step);
  if (asking.length === 0) return;
  const consents = Object.fromEntries(asking.map((step) => [step.id, data.words.steps[step.id]!.consent!]));
  writeEntry(owedKeyPrefix + id, { page, input, locale: data.words.locale, consents });
  sendLeads(id, (leads) => leads.sendVisitLeads(visit));
}

/** What earlier pages owe, with the visits as they are saved now: a new one may take their place. */
function readOwedLeads(): readonly OwedLeads[] {
  return readSite().funnels.flatMap((entry) => {
    const terms = readEntry(owedKeyPrefix + entry.id) as OwedLeads['terms'] | null;
    return terms ? [{ entry, terms, saved: readVisit(entry.id), at: Date.now() }] : [];
  });
}

function backOnline(): Promise<void> {
  return new Promise((resolve) => addEventListener('online', () => resolve(), { once: true }));
}

/**
 * Notes the goals of a visit as it reaches them, those that it has reached before among them. The page emits each
 * new one as `funnel:goal`, with the funnel's id and the goal's name: other tools may listen for that.
 */
function watchGoals(visit: Visit, onGoal: () => void): void {
  const { actor, data } = visit;
  const { funnel } = data;
  const id = identify(visit);
  let known: unknown;
  const noteNew = () => {
    const { reported } = actor.getSnapshot().context;
    if (reported === known) return;
    known = reported;
    if (noteGoals(id, funnel.id, reported)) onGoal();
  };
  noteNew();
  actor.subscribe({ next: noteNew, complete: noteNew });
}

/** Notes what saved visits have reached: on a page that was closed before it could be reported. */
function noteSavedGoals(funnels: readonly Pick<FunnelEntry, 'id'>[]): void {
  for (const { id: funnel } of funnels) {
    const { id, goals } = (readVisit(funnel) ?? {}) as { readonly id?: unknown; readonly goals?: unknown };
    if (typeof id === 'string' && Array.isArray(goals)) noteGoals(id, funnel, goals.map(String));
  }
}

/** Returns whether one of them is new. */
function noteGoals(visit: string, funnel: string, goals: readonly string[]): boolean {
  const fresh = goals.filter((goal) => record({ id: `${visit}:${goal}`, type: 'goal', funnel, goal }));
  for (const goal of fresh) dispatchEvent(new CustomEvent('funnel:goal', { detail: { funnel, goal } }));
  return fresh.length > 0;
}
