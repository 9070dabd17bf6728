import { isSiteLocale, siteLocales, type VisitInput } from '../../engine/model.ts';
import { isQuestion } from '../../engine/run/answer.ts';
import { rulesOf } from '../../engine/run/steps/index.ts';
import type { signup } from '../../schemas/api/auth.ts';
import type { BodyOf } from '../../schemas/api/call.ts';
import { type FinishedVisit, loadFinishedVisit } from '../quiz/finished-visit.ts';
import { pageLocale } from './cookies.ts';
import { session } from './page-session.ts';
import { claimQuiz } from './stored-quizzes.ts';
import { clearWantedPlace } from './tab-storage.ts';
import { requireCookies } from './tokens.ts';
import { readSite } from '../site.ts';
import { readLastQuiz, readPromoData } from '../storage.ts';

/** What the visitor fills in. */
export type SignUp = Omit<BodyOf<typeof signup>, 'language' | 'visit' | 'promo'>;

/**
 * Opens an account with the language on the screen, the finished quiz and the promo data; logs in. Rejects as the
 * calls of `account` do, and with `problems.cookies_off` where the browser keeps none. It is apart from them because it
 * has the engine in tow: the page that signs up loads that before the form is filled in.
 */
export async function signUp(body: SignUp): Promise<void> {
  requireCookies();
  const extras = await signUpExtras();
  const { api, begin } = session();
  const reply = await api.call<typeof signup>('POST', '/v1/auth/signup/', { body: { ...body, ...extras } });
  const { accessToken, refreshToken, user } = reply;
  await begin({ accessToken, refreshToken, user });
  claimQuiz(session().user());
  clearWantedPlace();
}

type SignUpBody = BodyOf<typeof signup>;
type Extras = Pick<SignUpBody, 'language' | 'visit' | 'promo'>;

/**
 * What goes along with a sign-up: the language on the screen, the quiz that was finished last, and the promo data.
 * Never rejects: where the quiz can't be read, the account is opened without it.
 */
async function signUpExtras(): Promise<Extras> {
  const locale = pageLocale();
  const finished = await loadFinishedVisit(readSite(), locale).catch(() => null);
  const promo = readTexts(readPromoData(), { max: 50, maxLength: 500 });
  return {
    language: isSiteLocale(locale) ? locale : siteLocales[0],
    ...(finished && { visit: { ...toVisit(finished), ...idOf(finished) } }),
    ...(promo && { promo }),
  };
}

function toVisit({ data, answers, input }: FinishedVisit): NonNullable<SignUpBody['visit']> {
  const { id, version } = data.funnel;
  return { funnel: id, version, answers: { ...answers }, input: toInput(input) };
}

/** The email address that the visitor gave in the quiz that was finished last; nothing where there is none. */
export async function readQuizEmail(): Promise<string | undefined> {
  const finished = await loadFinishedVisit(readSite(), pageLocale()).catch(() => null);
  const asked = finished?.data.funnel.steps
    .filter(isQuestion)
    .find((step) => rulesOf(step).question?.contact === 'email' && finished.answers[step.field] !== undefined);
  return asked && String(finished!.answers[asked.field]);
}

/** Which visit it was that was finished last, if that is known. */
function idOf({ data }: FinishedVisit): { readonly id?: string } {
  const { funnel, visit } = (readLastQuiz() ?? {}) as { readonly funnel?: unknown; readonly visit?: unknown };
  const isKnown =
    funnel === data.funnel.id && typeof visit === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(visit);
  return isKnown ? { id: visit } : {};
}

/** Only what the contract knows: the browser's storage may hold anything, and a sign-up must not fail for it. */
function toInput({
  variants,
  query,
  stepsLimit,
  today,
}: VisitInput): NonNullable<NonNullable<SignUpBody['visit']>['input']> {
  const sentVariants = readTexts(variants, { max: 50, maxLength: 100 });
  const sentQuery = readTexts(query, { max: 50, maxLength: 500 });
  return {
    ...(sentVariants && { variants: sentVariants }),
    ...(sentQuery && { query: sentQuery }),
    ...(Number.isInteger(stepsLimit) && Number(stepsLimit) >= 1 && { stepsLimit: Number(stepsLimit) }),
    ...(typeof today === 'string' && /^\d{4}-\d\d-\d\d$/.test(today) && { today }),
  };
}

interface Bounds {
  readonly max: number;
  readonly maxLength: number;
}

function readTexts(value: unknown, { max, maxLength }: Bounds): Record<string, string> | null {
  if (typeof value !== 'object' || value === null) return null;
  const texts = Object.entries(value).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1].length <= maxLength,
  );
  return Object.fromEntries(texts.slice(0, max));
}
