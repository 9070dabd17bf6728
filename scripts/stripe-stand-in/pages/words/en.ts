/** The pages in English. */
export const en = {
  standIn: 'This is a stand-in for Stripe: no money moves.',
  back: 'Back',
  goOn: 'Continue',
  missing: {
    title: 'There is nothing here',
    text: 'This address leads to no payment that this stand-in knows, or it has expired.',
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
      remove: (code: string) => `Take ${code} off`,
      problems: {
        unknown: 'This code is not valid.',
        expired: 'This code has expired.',
        used_up: 'This code has been used up.',
        other_product: 'This code is not for what you are buying.',
      },
    },
    tax: {
      included: (percent: number) => `Tax included (${percent}%)`,
      country: 'Country',
      choose: 'Choose your country',
      apply: 'Work out the tax',
    },
  },
  /** `null`: it is paid once. */
  rhythm: (months: number | null) =>
    months === null ? 'One payment' : months === 1 ? 'every month' : `every ${months} months`,
  card: {
    title: 'Pay with card',
    number: 'Card number',
    expiry: 'Expiry date',
    expiryHint: 'MM / YY',
    cvc: 'CVC',
    name: 'Name on card',
    pay: (amount: string) => `Pay ${amount}`,
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
  /** Stripe's messages, which are in English, in this language. */
  declines: {} as Readonly<Record<string, string>>,
  problem: 'Problem',
  authentication: {
    title: 'Is it you who is paying?',
    text: (amount: string) => `This is where your bank would ask you to confirm the payment of ${amount} (3-D Secure).`,
    confirm: 'Yes, confirm',
    refuse: 'No, refuse',
  },
  complete: { title: 'This is paid', text: 'There is nothing more to do on this page.' },
  expired: { title: 'This page has expired', text: 'It can no longer be paid here. Nothing was taken.' },
  document: {
    invoice: (number: string) => `Invoice ${number}`,
    status: { open: 'To be paid', paid: 'Paid' },
    statusLabel: 'Status',
    for: 'For',
    issued: 'Issued',
    paid: 'Paid on',
    period: 'Period',
    customer: 'Customer',
    tax: 'Tax included',
    credited: 'Credit notes',
  },
  portal: {
    title: 'Your plan and your invoices',
    refused: 'This could not be changed. Look at how it stands now.',
    /** `amount` is what the next payment takes, where it is another than usual. */
    renews: (day: string, amount: string | null) => `Renews on ${day}${amount === null ? '' : ` for ${amount}`}`,
    ends: (day: string) => `Ends on ${day}`,
    change: (plan: string, due: string) => `Change to ${plan}: ${due} now`,
    why: 'Why are you canceling? (optional)',
    reasons: {
      too_expensive: 'It’s too expensive',
      unused: 'I don’t use it enough',
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
      /** `months`: null for good, 0 for one payment. */
      text: (amount: string, months: number | null) => {
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
