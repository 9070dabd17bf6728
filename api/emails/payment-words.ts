import { languageTag } from '../../engine/model.ts';
import type { Language } from '../../schemas/api/values.ts';
import type { MailRequest } from './mail.ts';
import { writeAmount } from './write-amount.ts';
import type { LetterWords, MailWords, PlanAhead } from './words/words.ts';

interface PaymentWordsOptions {
  readonly words: MailWords;
  readonly language: Language;
  readonly contact: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The words of a mail about money: amounts as the language writes them, days in UTC with their months spelled out. */
export function choosePaymentWords(
  request: Extract<MailRequest, { plan: unknown }>,
  { words: { payments, plans }, language, contact, now }: PaymentWordsOptions,
): LetterWords {
  const plan = plans[request.plan];
  const writeDay = (instant: string) =>
    new Intl.DateTimeFormat(languageTag(language), { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(instant));
  if (request.template === 'subscription_ends') {
    const isOver = Date.parse(request.endsAt) <= now;
    const isContested = request.isContested ?? false;
    return payments.subscription_ends({ contact, plan, day: writeDay(request.endsAt), isOver, isContested });
  }
  const amount = writeAmount(request, language);
  if (request.template === 'payment_failed')
    return payments.payment_failed({ contact, plan, amount, day: writeDay(request.accessUntil) });
  const facts = { contact, plan, amount, day: writeDay(request.at) };
  if (request.template === 'refund_done') {
    const { isOver = false, left } = request;
    const described = left ? { plan: plans[left.plan], next: planAhead(left, now, writeDay) } : null;
    return payments.refund_done({ ...facts, isOver, left: described });
  }
  if (request.template === 'access_suspended')
    return payments.access_suspended({ ...facts, isLifetime: request.plan === 'lifetime' });
  if (request.template === 'dispute_won')
    return payments.dispute_won({ ...facts, next: planAhead(request, now, writeDay) });
  const { renewsAt, refundableUntil, replaces, isDisputed = false } = request;
  return payments.payment_receipt({
    ...facts,
    renewal: renewsAt === null ? null : writeDay(renewsAt),
    refundable: refundableUntil === undefined ? null : writeDay(refundableUntil),
    replaced: replaces === undefined ? null : plans[replaces],
    isDisputed,
  });
}

function planAhead(
  { plan, renewsAt, endsAt }: Pick<Extract<MailRequest, { template: 'dispute_won' }>, 'plan' | 'renewsAt' | 'endsAt'>,
  now: number,
  writeDay: (instant: string) => string,
): PlanAhead | null {
  if (plan === 'lifetime') return { kind: 'lifetime' };
  if (renewsAt !== null) return { kind: 'renews', day: writeDay(renewsAt) };
  if (endsAt === null) return null;
  return { kind: Date.parse(endsAt) <= now ? 'ended' : 'ends', day: writeDay(endsAt) };
}
