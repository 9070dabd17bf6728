/** Cards that the page offers, by what they show; more are known (https://docs.stripe.com/testing). */
export const testCards = {
  success: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  insufficient: '4000 0000 0000 9995',
  authentication: '4000 0025 0000 3155',
  renewals: '4000 0000 0000 0341',
} as const;
export type TestCard = keyof typeof testCards;

export const testCardNames = Object.keys(testCards) as readonly TestCard[];
