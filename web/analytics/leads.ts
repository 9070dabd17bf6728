import { isQuestion } from '../../engine/run/answer.ts';
import { answersOnPath } from '../../engine/run/journey.ts';
import { plainText } from '../../engine/run/plain-text.ts';
import { loadFunnel } from '../quiz/load-funnel.ts';
import type { Visit } from '../quiz/visit.ts';
import { pageLocale } from '../session/cookies.ts';
import { readSite } from '../site.ts';
import { send } from './own-events.ts';
import { readPromoData } from '../storage.ts';
import type { BodyOf } from '../../schemas/api/call.ts';
import type { sendLead } from '../../schemas/api/leads.ts';

type Lead = BodyOf<typeof sendLead>;

/**
 * Sends the answers of this visit that are leads, and each again once it is corrected. One that an earlier page has sent
 * is sent again too: the server takes it once, and so none is lost with a page that had no connection.
 */
export function followLeads(visit: Visit): void {
  const { actor, data } = visit;
  const sent = new Map<string, unknown>();
  const look = () => {
    const answers = answersOnPath(data.funnel, actor.getSnapshot().context.journey);
    for (const step of data.funnel.steps.filter(isQuestion)) {
      const contact = answers[step.field];
      if (!('lead' in step) || typeof contact !== 'string' || sent.get(step.id) === contact) continue;
      sent.set(step.id, contact);
      const along = (step.lead ?? []).filter((field) => answers[field] !== undefined);
      void sendWithWords(visit, {
        step: step.id,
        contact,
        answers: Object.fromEntries(along.map((field) => [field, answers[field]])),
        n: Math.max(0, Date.now() - visit.openedAt),
      });
    }
  };
  look();
  actor.subscribe({ next: look, complete: look });
}

/** With the consent in the language on the screen, which may have changed since the visit was opened: it is here already. */
async function sendWithWords(visit: Visit, answered: Pick<Lead, 'step' | 'contact' | 'answers' | 'n'>): Promise<void> {
  const { data, input, id, openedAt } = visit;
  const entry = readSite().funnels.find((each) => each.id === data.funnel.id);
  const { words } = entry ? await loadFunnel(entry, pageLocale()) : data;
  const promo = readPromoData() as { readonly utm_source?: string } | null;
  const lead: Lead = {
    ...answered,
    funnel: data.funnel.id,
    version: data.funnel.version,
    visit: id!,
    page: openedAt,
    locale: words.locale,
    consent: plainText(words.steps[answered.step]!.consent!),
    ...(promo?.utm_source !== undefined && { source: promo.utm_source }),
    ...(input.query && { query: input.query }),
    ...(input.today !== undefined && { today: input.today }),
  };
  await send(lead);
}
