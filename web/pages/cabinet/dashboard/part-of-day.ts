/** How people greet each other at an hour. */
export type PartOfDay = 'morning' | 'afternoon' | 'evening' | 'night';

/** By the visitor's own clock. */
export function partOfDay(now: Date): PartOfDay {
  const hour = now.getHours();
  if (hour < 5 || hour >= 22) return 'night';
  if (hour < 12) return 'morning';
  return hour < 19 ? 'afternoon' : 'evening';
}
