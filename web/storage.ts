import type { Answers, SavedVisit, VisitInput } from '../engine/model.ts';

/**
 * What the site keeps in the visitor's browser (specification, section 3). Nothing here throws: where storage is
 * switched off or full, the visit goes on without it. What is read is unknown: it may be old or tampered with.
 */

/** The names of entries of which there is one. */
export const keys = {
  promoData: 'promoData',
  visitorSeed: 'visitorSeed',
  lastQuiz: 'lastQuiz',
  chosenPlan: 'chosenPlan',
} as const;

/** What the visitor answered about analytics services. */
export const consentKey = 'consent';

/** The prefix of the entries that hold unfinished visits; the starter script in the page's head reads them too. */
export const visitKeyPrefix = 'visit:';

/** The prefix of the entries that hold the ids of visits which have got no further than their first step. */
export const newVisitKeyPrefix = 'newVisit:';

/** The prefix of the entries with events that are still to be sent. */
export const unsentKeyPrefix = 'told:';

/** The prefix of the entry of sessionStorage that holds a funnel's early visit: a reload goes on with it. */
export const earlyKeyPrefix = 'early:';

/** The prefix of the entries with the tokens of log-ins that were ended offline, as long as the server doesn't know. */
export const logoutKeyPrefix = 'logout:';

/** The prefix of the entries that hold what quizzes need of the addresses on which visitors came to them. */
export const addressKeyPrefix = 'address:';

/** The prefix of the entries that hold when the timers of quizzes end, in milliseconds since 1970. */
export const timerKeyPrefix = 'timer:';

/** What analytics services are to learn of, and what each of them has been sent (`analytics/services/ledger.ts`). */
export const ledgerKeys = {
  events: 'goals',
  yandexMetrica: 'goals:yandexMetrica',
  googleAnalytics: 'goals:googleAnalytics',
  metaPixel: 'goals:metaPixel',
} as const;

/** An unfinished visit, or one that just finished (kept so that Back from the results leads into it). */
export interface StoredVisit extends SavedVisit {
  readonly finished: boolean;
  /** Which visit it is (`identify`). */
  readonly id?: string | undefined;
}

/** Which quiz was finished last, and what else its outcome depends on. */
export interface LastQuiz {
  readonly funnel: string;
  readonly input: VisitInput;
  /** Which visit it was (`identify`). */
  readonly visit?: string | undefined;
  /** The user who has claimed it (`claimQuiz`). */
  readonly userId?: string;
}

export const readVisit = (funnelId: string): unknown => readEntry(visitKeyPrefix + funnelId);
export const writeVisit = (funnelId: string, visit: StoredVisit): void => writeEntry(visitKeyPrefix + funnelId, visit);

/** Finished answers, by field name: exactly the fields of section 3 and nothing else. */
export const readAnswers = (storageKey: string): unknown => readEntry(storageKey);
export const writeAnswers = (storageKey: string, answers: Answers): void => writeEntry(storageKey, answers);

export const readLastQuiz = (): unknown => readEntry(keys.lastQuiz);
export const writeLastQuiz = (lastQuiz: LastQuiz): void => writeEntry(keys.lastQuiz, lastQuiz);

/**
 * The id of the user who has claimed the finished quizzes of this browser (`claimQuiz`); undefined for a visitor's own.
 */
export const quizOwner = (): unknown => (readLastQuiz() as { readonly userId?: unknown } | null)?.userId;

export const readChosenPlan = (): unknown => readEntry(keys.chosenPlan);
export const writeChosenPlan = (plan: string): void => writeEntry(keys.chosenPlan, plan);

export const readPromoData = (): unknown => readEntry(keys.promoData);
export const writePromoData = (promo: Readonly<Record<string, string>>): void => writeEntry(keys.promoData, promo);

/** A random name for this browser that decides its experiment variants; made on first use. */
export function visitorSeed(): string {
  const known = readEntry(keys.visitorSeed);
  if (typeof known === 'string' && known.length > 0 && known.length <= 64) return known;
  const seed = crypto.getRandomValues(new Uint32Array(4)).join('-');
  writeEntry(keys.visitorSeed, seed);
  return seed;
}

declare global {
  /** Shared by the page's scripts. */
  var unstored: Map<string, unknown> | undefined;
}

/** What could not be stored: as long as the page stays on, nothing is lost. */
const unstored = (globalThis.unstored ??= new Map());

/** What stands there; null where there is nothing that can be read. */
export function readEntry(key: string): unknown {
  if (unstored.has(key)) return unstored.get(key);
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as unknown;
  } catch {
    return null;
  }
}

/** Keeps it as JSON: where storage is off or full, as long as the page stays on. */
export function writeEntry(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    unstored.delete(key);
  } catch {
    unstored.set(key, value); // storage is off or full: the visit goes on, only a reload starts it again
  }
}

/** The names of all entries with a prefix. */
export function entriesWith(prefix: string): readonly string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return []; // storage is off
  }
}

/** Forgets it, if it is there. */
export function removeEntry(key: string): void {
  unstored.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // storage is off: then it isn't there either
  }
}
