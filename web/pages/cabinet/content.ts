import { createStore } from 'zustand/vanilla';
import type { ContentItem, ContentList, ListeningProgress, ListeningStatus } from '../../../schemas/api/content.ts';
import type { Dashboard } from '../../../schemas/api/dashboard.ts';
import { ApiProblem, readProblem, readReply } from '../../session/api-client.ts';
import { apiBase } from '../../session/transport.ts';
import { session } from '../../session/page-session.ts';
import { readSite } from '../../site.ts';

export type { ContentItem, ContentList, Dashboard, ListeningProgress, ListeningStatus };

/** What the list of sessions is asked for. Empty filters match everything. */
export interface ContentQuery {
  readonly status?: readonly ListeningStatus[];
  readonly category?: readonly string[];
  readonly voice?: readonly string[];
  readonly search?: string;
  readonly favourite?: boolean;
  readonly page?: number;
}

/** What a device reports of one time of listening. */
interface ListeningReport {
  /** A UUID that the device made when the listening began. */
  readonly play: string;
  /** Seconds heard so far in it. */
  readonly heard: number;
  /** The listener's date on which they were heard, such as `2026-11-21`. */
  readonly day: string;
}

/** What the server has confirmed last. */
const confirmed = createStore<ListeningProgress | null>(() => null);

/**
 * The calls about sessions. Each rejects with an `ApiProblem` where the server refuses and with a `UserFacingError` where it
 * can't be loaded.
 */
export const content = {
  /** One page of the sessions that match. */
  list(query: ContentQuery): Promise<ContentList> {
    return read<ContentList>(`/v1/content/${toQuery(query)}`);
  },

  /** One session, with an audio address that is good from now on. */
  one(id: string): Promise<ContentItem> {
    return read<ContentItem>(`/v1/content/${encodeURIComponent(id)}/`);
  },

  /** Resolves when the sound at this `audioUrl` can be played from its beginning; rejects with what the server says else. */
  async checkSound(audioUrl: string): Promise<void> {
    // Where a bucket has it, it is there.
    const response = await fetch(addressOf(audioUrl), { headers: { Range: 'bytes=0-0' }, redirect: 'manual' });
    if (!response.ok && response.type !== 'opaqueredirect') throw await readProblem(response);
    await response.body?.cancel();
  },

  /** Says that the session is being listened to, and where. */
  start(id: string, at: Partial<ListeningReport> & { readonly position?: number } = {}): Promise<ListeningProgress> {
    return sendProgress(`/v1/content/${encodeURIComponent(id)}/start/${toQuery(at)}`);
  },

  /** Says that it was listened to to its end. */
  finish(id: string, heard: Partial<ListeningReport> = {}): Promise<ListeningProgress> {
    return sendProgress(`/v1/content/${encodeURIComponent(id)}/finish/${toQuery(heard)}`);
  },

  /**
   * What was listened to and what comes next; `day` is today on the listener's calendar. Where a clock is so wrong that
   * the server doesn't believe it, it is the server's day; where the server doesn't know the time zone, it is UTC.
   */
  async dashboard(day: string): Promise<Dashboard> {
    const calendar = { day, timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone };
    const load = (query: Partial<typeof calendar>) => read<Dashboard>(`/v1/dashboard/${toQuery(query)}`);
    try {
      return await load(calendar);
    } catch (error) {
      const refused = error instanceof ApiProblem ? error.errors.map(({ field }) => field) : [];
      if (!refused.some((field) => field in calendar)) throw error;
      return load(Object.fromEntries(Object.entries(calendar).filter(([name]) => !refused.includes(name))));
    }
  },

  /** Calls back with each progress that the server has confirmed, until the function it returns is called. */
  onProgress(listener: (progress: ListeningProgress) => void): () => void {
    return confirmed.subscribe((progress) => progress && listener(progress));
  },
} as const;

/** What a listener is offered: the same on every page of the cabinet, and in the welcome. */
export interface Offer {
  readonly item: ContentItem;
  /** The week of the plan that they begin or go on with by it; null where it isn't of the plan, or is in progress. */
  readonly week: number | null;
}

/** The session in progress that was listened to last, else what to begin with; null where all is finished. */
export function offerOf(dashboard: Dashboard): Offer | null {
  const { next, plan } = dashboard;
  if (next) return { item: next, week: null };
  const item = sessionToBegin(dashboard);
  const isOfWeek = plan !== null && !plan.over && plan.sessions.some(({ id }) => id === item?.id);
  return item ? { item, week: isOfWeek ? plan.week : null } : null;
}

/** What to begin with where nothing is in progress: as the week of the plan has it, and else what suits best. */
function sessionToBegin({ plan, recommended }: Pick<Dashboard, 'plan' | 'recommended'>): ContentItem | undefined {
  const ofWeek = plan && !plan.over ? plan.sessions.find(({ status }) => status !== 'finished') : undefined;
  return ofWeek ?? recommended[0];
}

/** What follows this session: the rest of the plan's week, from its beginning again after its end, then what else suits. */
export function sessionAfter({ plan, recommended }: Dashboard, id: string): Offer | null {
  const ofWeek = plan && !plan.over ? plan.sessions : [];
  const place = ofWeek.findIndex((session) => session.id === id) + 1;
  const inOrder = [...ofWeek.slice(place), ...ofWeek.slice(0, place), ...recommended];
  const item = inOrder.find((session) => session.id !== id && session.status !== 'finished');
  if (!item) return null;
  return { item, week: plan && ofWeek.includes(item) ? plan.week : null };
}

/** Where the browser finds what the API names by its path, such as the `audioUrl` of a session. */
export function addressOf(apiPath: string): string {
  return `${apiBase(location.hostname, readSite().hosts)}${apiPath}`;
}

async function read<Reply>(path: string): Promise<Reply> {
  const response = await session().api.send({ method: 'GET', path });
  return (await readReply(response)) as Reply;
}

async function sendProgress(path: string): Promise<ListeningProgress> {
  const response = await session().api.send({ method: 'POST', path });
  const progress = (await readReply(response)) as ListeningProgress;
  confirmed.setState(progress, true);
  return progress;
}

/** Lists are repeated without indexes (specification, section 7); what is empty is left out. */
function toQuery(parameters: ContentQuery | Partial<ListeningReport>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters) as [
    string,
    string | number | boolean | readonly string[] | undefined,
  ][]) {
    for (const each of [value ?? []].flat()) if (each !== '') query.append(name, String(each));
  }
  const written = String(query);
  return written && `?${written}`;
}
