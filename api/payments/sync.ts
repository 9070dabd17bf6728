/** Brings what the database has of a customer in line with Stripe. */
export interface Sync {
  /**
   * Reads all that Stripe has of the customer and writes it down: payments, subscriptions, grants, and the mails that
   * follow from what is new. What Stripe should not have (a second live subscription, a second Lifetime, renewals under
   * a Lifetime, anything that runs for a removed account) is ended there, and given back where it was paid for.
   * Any number of these at once, in any order and any processes, lead to the same rows. Rejects with a `StripeError`
   * where Stripe does not answer: nothing is written then. A customer of nobody here is left alone.
   */
  customer(stripeId: string): Promise<void>;
  /** The same for the customer of a user; nothing to do where there is none yet. */
  user(userId: string): Promise<void>;
}
