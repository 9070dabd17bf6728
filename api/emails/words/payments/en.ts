import { brand } from '../../../../content/brand.ts';
import type { PaidInvoice, PaymentEmails, PlanAhead } from '../words.ts';

/** The emails about money in English. */
export const paymentEmails: PaymentEmails = {
  payment_receipt: ({
    contact,
    plan,
    amount,
    day,
    isFree,
    renewal,
    refundable,
    replaced,
    credit,
    isDisputed,
    tax,
    invoice,
  }) => ({
    ...(isFree
      ? {
          subject: `Your ${plan} has begun`,
          preheader: 'Nothing was charged.',
          title: 'Thank you, your plan has begun',
        }
      : {
          subject: `Your receipt for ${amount}`,
          preheader: `For your ${plan}, paid on ${day}.`,
          title: 'Thank you, we have your payment',
        }),
    text: [
      `${
        isFree
          ? `On ${day} you got your ${plan}, and nothing was charged.`
          : `On ${day} we received ${amount} for your ${plan}.`
      }${isDisputed ? '' : ' You have access to every session.'}`,
      ...(replaced === null ? [] : [`Your ${replaced} no longer renews.`]),
      ...(credit === null ? [] : [`${credit} was taken off the price for what was left of your former plan.`]),
      renewal === null
        ? 'Nothing more will be charged for it.'
        : `Your plan renews on ${renewal}. If you cancel it in your profile before that day, nothing more is charged.`,
    ],
    amounts: isFree
      ? []
      : [
          { label: `Your ${plan}`, amount: tax?.net ?? amount },
          ...(tax === null ? [] : [{ label: 'Tax', amount: tax.amount }]),
          { label: 'Total', amount },
        ],
    button: 'Go to my sessions',
    notes: [
      invoice === null ? 'The invoice is in your profile.' : describeInvoice(invoice),
      ...(refundable === null
        ? []
        : [
            `Until ${refundable} you can get a full refund, once per person: ask in your profile or write to ${contact}.`,
          ]),
    ],
    reason: `You’re receiving this email because a payment was made for your ${brand.name} account.`,
  }),
  renewal_ahead: ({ contact, plan, amount, day }) => ({
    subject: `Your plan renews on ${day}`,
    preheader: `${amount} for your ${plan}.`,
    title: 'Your plan renews soon',
    text: [
      `Your ${plan} renews on ${day}, and we’ll charge ${amount} to the card you pay with.`,
      'If you’d like to continue, you don’t have to do anything. If not, cancel the plan in your profile before that day, and nothing more is charged.',
    ],
    button: 'Go to my profile',
    notes: [`If you have questions about this, write to ${contact}. A person will answer.`],
    reason: `You’re receiving this email because your ${brand.name} plan is about to renew.`,
  }),
  payment_failed: ({ plan, amount, day, isClosed, nextTry }) => ({
    subject: 'Your payment didn’t go through',
    preheader: isClosed ? 'Your sessions are closed until it’s paid.' : `Your sessions stay open until ${day}.`,
    title: 'The payment didn’t work this time',
    text: [
      `We tried to charge ${amount} to renew your ${plan}, and it didn’t go through. Usually the card has expired, or there wasn’t enough money on it that day.`,
      isClosed
        ? 'Your sessions are closed for now. They open again as soon as it’s paid, with this card or another one.'
        : `Your sessions stay open until ${day}. If you pay by then, with this card or another one, everything stays as it was.`,
    ],
    button: 'Go to the payment page',
    notes: [
      nextTry === null
        ? 'We won’t try this card again by ourselves.'
        : `We’ll try again on ${nextTry}. If it works then, you don’t have to do anything.`,
      'If you’d rather stop here, cancel the plan in your profile, and you won’t be charged.',
    ],
    reason: `You’re receiving this email because a payment for your ${brand.name} account failed.`,
  }),
  subscription_ends: ({ contact, plan, day, isOver, isContested }) => ({
    ...(isOver
      ? {
          subject: 'Your plan has ended',
          preheader: 'Nothing more is charged.',
          title: 'Your plan has ended',
          text: [
            `Your ${plan} ended on ${day}. Nothing more is charged.`,
            'If you’d like to continue, you can choose a plan again whenever you like. Your account stays as it is.',
          ],
        }
      : {
          subject: `Your plan ends on ${day}`,
          preheader: 'Until then, every session stays open, and nothing more is charged.',
          title: 'Your plan won’t renew',
          text: [
            `Your ${plan} runs until ${day} and doesn’t renew after that. Until then, everything stays open to you, and nothing more is charged.`,
            isContested
              ? 'It can renew again once your bank has confirmed the payment it has asked about.'
              : 'If you’d like to continue, you can turn renewal back on in your profile until that day.',
          ],
        }),
    button: 'Go to my account',
    notes: [`If you didn’t expect this, write to ${contact}. A person will answer.`],
    reason: `You’re receiving this email because your ${brand.name} plan won’t renew.`,
  }),
  refund_done: ({ contact, plan, amount, day, isOver, left }) => ({
    subject: `We refunded ${amount}`,
    preheader: 'Banks usually take 5 to 10 days to show it.',
    title: 'Your money is on its way back',
    text: [
      `On ${day} we sent ${amount} for your ${plan} back to the card you paid with. Banks usually take 5 to 10 days to show it.`,
      isOver ? (left ? stillThere(left) : nothingLeft) : 'Apart from that, nothing changes.',
    ],
    notes: [`If it isn’t there after 10 days, write to ${contact}. A person will answer.`],
    reason: `You’re receiving this email because a payment for your ${brand.name} account was refunded.`,
  }),
  access_suspended: ({ contact, plan, amount, day, isLifetime }) => ({
    subject: 'Your access is on hold',
    preheader: `Your bank has asked for ${amount} back.`,
    title: 'Your access is on hold',
    text: [
      `Your bank has asked us to return the ${amount} you paid on ${day} for your ${plan}. Until the bank has decided, your sessions are closed.`,
      isLifetime
        ? 'If the payment stands, your sessions open again, and nothing more is charged. If the bank takes the money back, your plan is over.'
        : 'Meanwhile, your plan doesn’t renew, and nothing more is charged. If the payment stands, your sessions open again for the time you paid for. If the bank takes the money back, your plan is over.',
    ],
    button: 'Go to my account',
    notes: [
      `If you didn’t ask your bank for the money back, tell them, or write to ${contact}. A person will answer.`,
      'We’ll write to you if the payment stands.',
    ],
    reason: `You’re receiving this email because a payment for your ${brand.name} account is disputed.`,
  }),
  dispute_won: ({ contact, plan, amount, day, next }) => ({
    subject: 'Your bank has decided: the payment stands',
    preheader: `The ${amount} you paid on ${day}.`,
    title: 'The payment stands',
    text: [
      `Your bank had asked us to return the ${amount} you paid on ${day} for your ${plan}. It has decided that the payment stands.`,
      ...(next === null ? [] : [planAhead(next)]),
    ],
    button: 'Go to my account',
    notes: [`If you have questions about this, write to ${contact}. A person will answer.`],
    reason: `You’re receiving this email because a dispute about a payment for your ${brand.name} account is over.`,
  }),
};

function planAhead(next: PlanAhead): string {
  switch (next.kind) {
    case 'lifetime':
      return 'Your sessions are open again, and nothing more is charged.';
    case 'renews':
      return `Your sessions are open, and your plan renews on ${next.day}. If you cancel it in your profile before that day, nothing more is charged.`;
    case 'ends':
      return `Your sessions are open until ${next.day}. Your plan doesn’t renew after that, and nothing more is charged. If you’d like to continue, you can turn renewal back on in your profile until that day.`;
    case 'ended':
      return `Meanwhile your plan ended on ${next.day}, and nothing more is charged. If you’d like to continue, you can choose a plan again whenever you like.`;
  }
}

const nothingLeft =
  'That ends what you paid for: the sessions are closed, and nothing more is charged. Your account stays, in case you want to come back.';

function stillThere({ plan, next, isFinal }: NonNullable<Parameters<PaymentEmails['refund_done']>[0]['left']>): string {
  const start = `That ends what you paid for. You still have your ${plan}`;
  switch (next?.kind) {
    case 'lifetime':
      return `${start}, and you have access to every session.`;
    case 'renews':
      return `${start}, which renews on ${next.day}.`;
    case 'ends':
      return `${start}: you have access to every session until ${next.day}. It doesn’t renew after that${isFinal ? '' : ' unless you turn renewal back on in your profile'}.`;
    case 'ended':
    case undefined:
      return `${start}.`;
  }
}

function describeInvoice({ number, last4 }: PaidInvoice): string {
  const parts = [`Invoice ${number}`, ...(last4 === null ? [] : [`paid with the card ending in ${last4}`])];
  return `${parts.join(', ')}. It’s in your profile.`;
}
