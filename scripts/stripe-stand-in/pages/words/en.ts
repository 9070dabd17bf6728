import type { PageWords } from './page-words.ts';

/** The pages in English. */
export const en: PageWords = {
  standIn: 'This is a stand-in for Stripe: no money moves.',
  back: 'Back',
  goOn: 'Continue',
  missing: {
    title: 'There is nothing here',
    text: 'This address leads to no payment that this stand-in knows, or it has expired: it lasts 30 days.',
  },
  checkout: {
    title: 'Payment',
    email: 'Email',
    free: 'Complete the order',
    balance: 'Applied balance',
    promotion: {
      label: 'Promotion code',
      apply: 'Apply the code',
      later: 'Afterwards',
      remove: (code) => `Take ${code} off`,
      problems: {
        unknown: 'This code is not valid.',
        expired: 'This code has expired.',
        used_up: 'This code has been used up.',
        other_product: 'This code is not for what you are buying.',
        first_purchase: 'This code is for a first purchase only.',
      },
    },
    tax: {
      included: (percent) => `Tax included (${percent}%)`,
      country: 'Country',
      choose: 'Choose your country',
      apply: 'Work out the tax',
    },
  },
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
    tax: 'Tax included',
    credited: 'Credit notes',
    print: 'Show as a document',
  },
  portal: {
    title: 'Your plan and your invoices',
    refused: 'This could not be changed. Look at how it stands now.',
    renews: (day, amount) => `Renews on ${day}${amount === null ? '' : ` for ${amount}`}`,
    ends: (day) => `Ends on ${day}`,
    change: (plan, due) => `Change to ${plan}: ${due} now`,
    why: 'Why do you cancel? You need not say.',
    reasons: {
      too_expensive: "It's too expensive",
      unused: "I don't use it enough",
      low_quality: 'The quality was less than I expected',
      missing_features: 'I need more',
      switched_service: 'I found something else',
      other: 'Another reason',
    },
    cancel: 'Cancel the plan',
    resume: 'Renew it after all',
    card: 'Card',
    authentication: 'This is where your bank would ask you to confirm the new card (3-D Secure).',
    newCard: 'Another card',
    saveCard: 'Save the card',
    credit: 'Credit for the next payments',
    invoices: 'Invoices',
    offer: {
      title: 'Stay for less',
      text: (amount, months) => {
        if (months === null) return `If you stay, you pay ${amount} from now on.`;
        return months === 0
          ? `If you stay, your next payment is ${amount}.`
          : `If you stay, you pay ${amount} for ${months} months.`;
      },
      accept: 'Stay with the discount',
    },
    details: {
      title: 'Address and tax number on invoices',
      line1: 'Street and number',
      postalCode: 'Postal code',
      city: 'City',
      kind: 'Kind of tax number',
      none: 'None',
      number: 'Tax number',
      save: 'Save the details',
    },
    taxIds: { eu_vat: 'EU VAT number', gb_vat: 'UK VAT number', mx_rfc: 'Mexican RFC', us_ein: 'US EIN' },
  },
};
