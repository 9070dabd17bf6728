import type { PlanId } from '../../schemas/api/payments.ts';
import type { Config } from '../platform/config/config.ts';

/** A plan, or the same at another price that only some visitors are offered (`content/plans.yaml`). */
export interface ManifestPlan {
  readonly id: PlanId;
  /** The name of what only some visitors are offered. */
  readonly offer?: string;
  /** In the currency's smallest unit. */
  readonly amount: number;
  /** ISO 4217, such as `USD`. */
  readonly currency: string;
  /** Months between payments; null for a single payment. */
  readonly months: number | null;
  readonly recommended: boolean;
  /** Of a local price: whose visitors are offered it, ISO 3166. Without it, it is for all whom no local one is offered. */
  readonly countries?: readonly string[];
}

/** A warning where the site has local prices that are never offered, as no country is known; else null. */
export function warnOfCountries(
  plans: readonly ManifestPlan[],
  { mode, countryHeader }: Pick<Config, 'mode' | 'countryHeader'>,
): string | null {
  const hasLocal = plans.some(({ countries }) => countries !== undefined);
  if (!hasLocal || countryHeader !== null || mode !== 'production') return null;
  return 'content/plans.yaml has prices for some countries, but COUNTRY_HEADER is not set: nobody is offered them.';
}
