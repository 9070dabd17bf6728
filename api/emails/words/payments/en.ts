import type { PaymentLetters } from '../words.ts';

/** The mails about money in English. */
export const payments: PaymentLetters = {
  payment_receipt: ({ contact, plan, amount, day, renewal }) => ({
    subject: `Your receipt for ${amount}`,
    preheader: `For your ${plan} plan, paid on ${day}.`,
    title: 'Thank you, your payment is here',
    text: [
      `On ${day} we received ${amount} for your ${plan} plan. Every session is open to you.`,
      renewal === null
        ? 'Nothing more will be taken.'
        : `Your plan renews on ${renewal}. If you cancel it in your profile before that day, nothing more is taken.`,
    ],
    button: 'Go to my sessions',
    notes: [
      'The invoice is in your profile.',
      `Within 14 days of your first payment you can have all of it back: ask in your profile or write to ${contact}.`,
    ],
    reason: 'You get this mail because a payment was made for your Still Waters account.',
  }),
  payment_failed: ({ plan, amount, day }) => ({
    subject: "Your payment didn't go through",
    preheader: `Your sessions stay open until ${day}.`,
    title: "The payment didn't work this time",
    text: [
      `We tried to take ${amount} to renew your ${plan} plan, and it didn't go through. Most often a card has expired, or there is too little on it that day.`,
      `Your sessions stay open until ${day}. If you pay by then, with this card or another one, everything goes on as before.`,
    ],
    button: 'Go to the payment',
    notes: [
      'The payment may also be tried again in the next few days. If it works then, you have nothing to do.',
      'If you would rather stop here, cancel the plan in your profile, and nothing is taken.',
    ],
    reason: 'You get this mail because a payment for your Still Waters account failed.',
  }),
  subscription_ends: ({ contact, plan, day, isOver }) => ({
    ...(isOver
      ? {
          subject: 'Your plan has ended',
          preheader: 'Nothing more is taken.',
          title: 'Your plan has ended',
          text: [
            `Your ${plan} plan ended on ${day}. Nothing more is taken.`,
            'If you want to go on, you can choose a plan again whenever you like. Your account stays as it is.',
          ],
        }
      : {
          subject: `Your plan ends on ${day}`,
          preheader: 'Until then every session stays open, and nothing more is taken.',
          title: 'Your plan will not renew',
          text: [
            `Your ${plan} plan runs until ${day} and does not renew after that. Until then everything stays open to you, and nothing more is taken.`,
            'If you want to go on, you can resume it in your profile until that day.',
          ],
        }),
    button: 'Go to my account',
    notes: [`If you didn't expect this, write to ${contact}. A person will answer.`],
    reason: 'You get this mail because your Still Waters plan does not renew.',
  }),
  refund_done: ({ contact, plan, amount, day }) => ({
    subject: `We refunded ${amount}`,
    preheader: 'Banks usually take 5 to 10 days to show it.',
    title: 'Your money is on its way back',
    text: [
      `On ${day} we sent ${amount} for your ${plan} plan back to the card you paid with. Banks usually take 5 to 10 days to show it.`,
      'If that was all of your last payment, the plan has ended with it: its sessions are closed and nothing more is taken. Your account stays, in case you want to come back.',
    ],
    notes: [`If it isn't there after 10 days, write to ${contact}. A person will answer.`],
    reason: 'You get this mail because a payment for your Still Waters account was refunded.',
  }),
};
