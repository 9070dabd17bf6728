import type { SimulatedLog } from './simulate-logs.ts';

/** What became of a visit afterwards. */
export interface Sale {
  readonly signedUp: boolean;
  readonly paid: { readonly plan: string; readonly amount: number; readonly currency: string } | null;
}

/** Of those who finish a quarter signs up, and of those a quarter buys: by the last digits of the visit's id. */
export function saleOf({ visit, outcome }: Pick<SimulatedLog, 'visit' | 'outcome'>): Sale {
  const [first, second] = [Number.parseInt(visit.at(-1)!, 16), Number.parseInt(visit.at(-2)!, 16)];
  const signedUp = outcome !== null && first % 4 === 0;
  return { signedUp, paid: signedUp && second % 4 === 0 ? { plan: 'basic', amount: 1_499, currency: 'usd' } : null };
}
