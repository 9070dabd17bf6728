import { isQuestion } from '../../engine/run/answer.ts';
import { indexOf } from '../../engine/run/funnel-index.ts';
import { answersOnPath, type Journey, lastAnswer } from '../../engine/run/journey.ts';
import { plainText } from '../../engine/run/plain-text.ts';
import { resumeContext } from '../../engine/run/resume-visit.ts';
import type { Answers, CompiledFunnel, Locale, ShownText, VisitInput } from '../../engine/model.ts';
import { loadFunnel } from '../quiz/load-funnel.ts';
import type { Visit } from '../quiz/visit.ts';
import { pageLocale } from '../session/cookies.ts';
import { type FunnelEntry, readSite } from '../site.ts';
import { send } from './own-events.ts';
import { readPromoData } from '../storage.ts';
import type { BodyOf } from '../../schemas/api/call.ts';
import type { sendLead } from '../../schemas/api/leads.ts';

type Lead = BodyOf<typeof sendLead>;
type Answered = Pick<Lead, 'step' | 'contact' | 'answers'>;

/** What leads say of the visit that they were left in. */
interface About {
  readonly funnel: CompiledFunnel;
  readonly visit: string;
  readonly page: number;
  readonly input: VisitInput;
}

/** The words under which an address was left. */
interface Shown {
  readonly locale: Locale;
  readonly consent: ShownText;
}

/** Leads of a visit that a page may not have sent: it was closed before this code had come. */
export interface OwedLeads {
  readonly entry: FunnelEntry;
  /** What was shown on that page, by step. */
  readonly terms: Pick<About, 'page' | 'input'> & {
    readonly locale: Locale;
    readonly consents: Readonly<Record<string, ShownText>>;
  };
  /** The visit as it was saved, and when that was looked up: what is answered after it is newer. */
  readonly saved: unknown;
  readonly at: number;
}

/**
 * Sends the answers of this visit that are leads, and each again once it is corrected. One that an earlier page has sent
 * is sent again too: the server takes it once, and so none is lost with a page that had no connection.
 */
export function sendVisitLeads(visit: Visit): void {
  const { actor, data, id, openedAt: page, input } = visit;
  const about: About = { funnel: data.funnel, visit: id!, page, input };
  const sent = new Map<string, unknown>();
  const look = () => {
    const answers = answersOnPath(data.funnel, actor.getSnapshot().context.journey);
    for (const lead of leadsIn(data.funnel, answers)) {
      if (sent.get(lead.step) === lead.contact) continue;
      sent.set(lead.step, lead.contact);
      const n = Math.max(0, Date.now() - page);
      void shownNow(visit, lead.step).then((shown) => sendOne(about, { ...lead, n }, shown));
    }
  };
  look();
  actor.subscribe({ next: look, complete: look });
}

/** Sends what an earlier page could not. */
export async function sendOwedLeads({ entry, terms, saved, at }: OwedLeads): Promise<void> {
  const { page, input, locale, consents } = terms;
  const { id: visit, finished } = (saved ?? {}) as { readonly id?: string; readonly finished?: boolean };
  if (visit === undefined) return;
  const { funnel } = await loadFunnel(entry, locale);
  const journey = resumeContext(funnel, saved, input)?.journey;
  if (!journey) return;
  const answers = { ...answersOnPath(funnel, journey), ...(finished && lastOne(funnel, journey)) };
  for (const [index, lead] of leadsIn(funnel, answers).entries()) {
    const consent = consents[lead.step];
    const n = Math.max(0, at - page) + index; // each is a batch of its own
    if (consent !== undefined) sendOne({ funnel, visit, page, input }, { ...lead, n }, { locale, consent });
  }
}

/** The answer to the step that a finished visit is saved at: it is on the way, as nothing follows. */
function lastOne(funnel: CompiledFunnel, journey: Journey): Answers {
  const step = funnel.steps[journey.at];
  const answer = step && isQuestion(step) ? lastAnswer(journey, indexOf(funnel).fields.get(step.field)!) : undefined;
  return step && 'field' in step && answer !== undefined ? { [step.field]: answer } : {};
}

/** The answers that are leads, each with those that go along. */
function leadsIn({ steps }: CompiledFunnel, answers: Answers): readonly Answered[] {
  return steps.filter(isQuestion).flatMap((step) => {
    const contact = answers[step.field];
    if (!('lead' in step) || typeof contact !== 'string') return [];
    const along = (step.lead ?? []).filter((field) => answers[field] !== undefined);
    return [{ step: step.id, contact, answers: Object.fromEntries(along.map((field) => [field, answers[field]])) }];
  });
}

/** The consent in the language on the screen, which may have changed since the visit was opened: it is here already. */
async function shownNow({ data }: Visit, step: string): Promise<Shown> {
  const entry = readSite().funnels.find((each) => each.id === data.funnel.id);
  const { words } = entry ? await loadFunnel(entry, pageLocale()).catch(() => data) : data;
  return { locale: words.locale, consent: words.steps[step]!.consent! };
}

function sendOne({ funnel, visit, page, input }: About, answered: Answered & Pick<Lead, 'n'>, shown: Shown): void {
  const promo = readPromoData() as { readonly utm_source?: string } | null;
  const lead: Lead = {
    ...answered,
    funnel: funnel.id,
    version: funnel.version,
    visit,
    page,
    locale: shown.locale,
    consent: plainText(shown.consent),
    ...(promo?.utm_source !== undefined && { source: promo.utm_source }),
    ...(input.query && { query: input.query }),
    ...(input.today !== undefined && { today: input.today }),
  };
  void send(lead);
}
