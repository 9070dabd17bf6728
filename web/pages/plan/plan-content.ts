import { siteLocales, type Locale, type Result, type Testimonial } from '../../../engine/model.ts';
import * as plan from '../../../engine/shop/plan-weeks.ts';

/** A session of the catalogue as a week of the plan names it. */
export interface PlanSession {
  readonly title: string;
  readonly minutes: number;
  /** What leads it, in words. */
  readonly voice: string;
  /** The address of its picture. */
  readonly picture?: string;
  /** Where half a minute of its sound is, from the root of the API host; a recording has none. */
  readonly sample?: string;
}

/** A session of which there is a sample. */
export type SampledSession = PlanSession & { readonly sample: string };

/** A few sessions of each topic that has some, by its id: those that are most about it first. */
export type PlanSessions = Readonly<Record<string, readonly PlanSession[]>>;

/** Who makes the sessions, in one locale (`content/makers.yaml`). */
export interface Makers {
  readonly title: string;
  /** How a session is made, in one sentence: beside the sample. */
  readonly made?: string;
  /** Paragraphs. */
  readonly text: readonly string[];
}

/** What the page of a plan shows besides the plan itself, in one locale. */
export interface PlanContent {
  readonly sessions: PlanSessions;
  readonly makers?: Makers;
  /** What members have said. */
  readonly testimonials?: readonly Testimonial[];
}

/**
 * Where the content of the plan is, by locale. The address holds no hash: then no other page has to know it, and a
 * quiz's first screen is not a byte larger for it.
 */
export const planContentUrls: Readonly<Record<Locale, string>> = Object.fromEntries(
  siteLocales.map((locale) => [locale, `/plan-sessions.${locale}.json`]),
);

/** A plan doesn't wait longer for its content, in milliseconds. */
const timeoutMilliseconds = 4000;

/** What a plan shows until its content is known. */
export const noPlanContent: PlanContent = { sessions: {} };

/** The content in this locale. A plan is whole without it: where it can't be loaded, there is none. */
export async function loadPlanContent(locale: Locale): Promise<PlanContent> {
  const url = planContentUrls[locale];
  if (url === undefined) return noPlanContent;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMilliseconds) });
    return response.ok ? { ...noPlanContent, ...((await response.json()) as PlanContent) } : noPlanContent;
  } catch {
    return noPlanContent;
  }
}

export { maxSessions, weeksInPlan } from '../../../engine/shop/plan-weeks.ts';

export type Topic = Result['topics'][number];
export type ShownPlanWeek = plan.PlanWeek<Topic, PlanSession>;

/** The weeks of these topics; a session is known by its title, which no other one has. */
export function planWeeksOf(topics: readonly Topic[], sessions: PlanSessions = {}): readonly ShownPlanWeek[] {
  return plan.planWeeks(topics, { of: ({ id }) => sessions[id] ?? [], keyOf: ({ title }) => title });
}

/** The session that a plan begins with; none where the outcome has no topics or the catalogue no session of them. */
export function firstSession(topics: readonly Topic[], sessions: PlanSessions): PlanSession | undefined {
  return planWeeksOf(topics, sessions)[0]?.sessions[0];
}

/** The session of a plan that visitors can hear a sample of: the first that has one. */
export function sampledSession(topics: readonly Topic[], sessions: PlanSessions): SampledSession | undefined {
  return planWeeksOf(topics, sessions)
    .flatMap((week) => week.sessions)
    .find((session): session is SampledSession => session.sample !== undefined);
}
