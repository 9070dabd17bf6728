import type { Answers, FunnelData, Locale, Result, VisitInput } from '../../engine/model.ts';
import { toResult } from '../../engine/run/result.ts';
import { loadFunnel } from './load-funnel.ts';
import type { FunnelEntry, Site } from '../site.ts';
import { quizOwner, readAnswers, readLastQuiz } from '../storage.ts';

/** A finished quiz as the pages after it show it. */
export interface FinishedVisit {
  readonly data: FunnelData;
  readonly result: Result;
  /** What the result was made of. */
  readonly answers: Answers;
  readonly input: VisitInput;
}

/**
 * The quiz that was finished last, in this locale; null where none is saved. What is saved may be tampered with or
 * out of date: it counts only if the same engine can replay it on the same funnel. What a user has claimed (see
 * `claimQuiz`) is theirs alone: `userId` says who asks, nothing for a visitor.
 */
export async function loadFinishedVisit(site: Site, locale: Locale, userId?: string): Promise<FinishedVisit | null> {
  if (quizOwner() !== undefined && quizOwner() !== userId) return null;
  const last = readLastQuiz() as { funnel?: unknown; input?: unknown } | null;
  const finishedLast = site.funnels.filter((entry) => entry.id === last?.funnel);
  const others = site.funnels.filter((entry) => entry.id !== last?.funnel);
  for (const entry of [...finishedLast, ...others]) {
    const input = entry.id === last?.funnel ? asVisitInput(last?.input) : anyLength;
    const visit = await replay(entry, locale, input);
    if (visit) return visit;
  }
  return null;
}

/** Without a record of how the visit ran, it may have been cut short by `stepsLimit` anywhere. */
const anyLength: VisitInput = { stepsLimit: 1 };

async function replay(entry: FunnelEntry, locale: Locale, input: VisitInput): Promise<FinishedVisit | null> {
  const answers = readAnswers(entry.storageKey);
  if (answers === null) return null;
  const data = await loadFunnel(entry, locale);
  const result = toResult(data, answers, input);
  return result && { data, result, answers: answers as Answers, input };
}

function asVisitInput(input: unknown): VisitInput {
  return typeof input === 'object' && input !== null ? input : {};
}
