import type { FunnelData, Locale, Result } from '../../../../engine/model.ts';
import { toResult } from '../../../../engine/run/result.ts';
import type { ReplyOf } from '../../../../schemas/api/call.ts';
import type { myVisits } from '../../../../schemas/api/users.ts';
import { loadFinishedVisit } from '../../../quiz/finished-visit.ts';
import { loadFunnel } from '../../../quiz/load-funnel.ts';
import type { Site } from '../../../site.ts';
import { listStoredVisits } from './stored-visits.ts';

type StoredVisit = ReplyOf<typeof myVisits>['visits'][number];

/** What a quiz of the user has shown. */
export interface QuizResult {
  /** Id and name of the quiz. */
  readonly funnel: string;
  readonly quiz: string;
  readonly result: Pick<Result, 'outcomeId' | 'title' | 'summary'>;
  /** When it came into the account; null where only this browser has it. */
  readonly storedAt: string | null;
}

interface Asker {
  readonly site: Site;
  readonly locale: Locale;
  readonly userId: string;
}

/** The quizzes of this user that can be shown in this language: of the browser and of the account, each once. */
export async function loadQuizResults({ site, locale, userId }: Asker): Promise<readonly QuizResult[]> {
  const [here, visits] = await Promise.all([
    loadFinishedVisit(site, locale, userId).catch(() => null),
    listStoredVisits().catch(() => []),
  ]);
  const stored = await Promise.all(visits.map((visit) => readStored(visit, site, locale).catch(() => [])));
  const ofAccount = stored.flat();
  if (!here) return ofAccount;
  const own: QuizResult = { ...nameOf(here.data), result: here.result, storedAt: null };
  return ofAccount.some((other) => isSame(own, other)) ? ofAccount : [own, ...ofAccount];
}

const isSame = (one: QuizResult, other: QuizResult) =>
  one.funnel === other.funnel && one.result.outcomeId === other.result.outcomeId;

const nameOf = ({ funnel, words }: FunnelData) => ({ funnel: funnel.id, quiz: words.name });

/** Nothing where the quiz is no longer published. */
async function readStored(visit: StoredVisit, site: Site, locale: Locale): Promise<readonly QuizResult[]> {
  const entry = site.funnels.find(({ id }) => id === visit.funnel);
  if (!entry) return [];
  const data = await loadFunnel(entry, locale);
  return [{ ...nameOf(data), result: resultOf(data, visit), storedAt: visit.createdAt }];
}

/** Where the quiz has changed so much that the answers fit no more, only its name can be shown. */
function resultOf(data: FunnelData, { answers, input, outcome }: StoredVisit): QuizResult['result'] {
  return toResult(data, answers, input) ?? { outcomeId: outcome, title: data.words.name, summary: '' };
}
