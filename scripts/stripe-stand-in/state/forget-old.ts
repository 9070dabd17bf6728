import type { Books } from './books.ts';

const day = 24 * 60 * 60 * 1000;
const daysOfEvents = 30;

/** Events are kept 30 days, answers to idempotency keys one, as at Stripe. What is to be delivered stays. */
export function forgetOld({ tables, realTime }: Books): void {
  const now = realTime();
  for (const event of tables.events.oldest()) {
    const isOld = event.created * 1000 < now - daysOfEvents * day;
    if (isOld && !tables.deliveries.get(event.id)) tables.events.remove(event.id);
  }
  for (const answer of tables.answers.oldest()) {
    if (answer.at < now - day) tables.answers.remove(answer.id);
  }
}
