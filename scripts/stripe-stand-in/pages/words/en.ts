import type { PageWords } from './words.ts';

export const en: PageWords = {
  standIn: 'This is a stand-in for Stripe: no money moves.',
  back: 'Back',
  goOn: 'Continue',
  missing: {
    title: 'There is nothing here',
    text: 'This address leads to no payment that this stand-in knows, or it has expired: it lasts 30 days.',
  },
  checkout: { title: 'Payment', email: 'E-mail' },
  rhythm: (months) => {
    if (months === null) return 'One payment';
    return months === 1 ? 'every month' : `every ${months} months`;
  },
  card: {
    title: 'Pay with card',
    number: 'Card number',
    expiry: 'Expiry date',
    expiryHint: 'MM / YY',
    cvc: 'CVC',
    name: 'Name on card',
    pay: (amount) => `Pay ${amount}`,
  },
  testCards: {
    title: 'Test cards',
    text: 'Choose one to fill the form.',
    success: 'Pays',
    declined: 'Is declined',
    insufficient: 'Has insufficient funds',
    authentication: 'Asks for 3-D Secure',
    renewals: 'Pays now, and its renewals fail',
  },
  mistakes: {
    number: 'Your card number is incomplete.',
    expiry: "Your card's expiration date is incomplete.",
    cvc: "Your card's security code is incomplete.",
  },
  declines: {},
  problem: 'Problem',
  authentication: {
    title: 'Is it you who is paying?',
    text: (amount) => `This is where your bank would ask you to confirm the payment of ${amount} (3-D Secure).`,
    confirm: 'Yes, confirm',
    refuse: 'No, refuse',
  },
  complete: { title: 'This is paid', text: 'There is nothing more to do on this page.' },
  expired: { title: 'This page has expired', text: 'It can no longer be paid here. Nothing was taken.' },
  document: {
    invoice: (number) => `Invoice ${number}`,
    receipt: 'Receipt',
    status: { open: 'To be paid', paid: 'Paid', void: 'Void', uncollectible: 'Could not be collected' },
    statusLabel: 'Status',
    number: 'Number',
    for: 'For',
    issued: 'Issued',
    paid: 'Paid on',
    period: 'Period',
    customer: 'Customer',
    card: 'Card',
    amount: 'Amount',
    refunded: 'Refunded',
    print: 'Show as a document',
  },
};
