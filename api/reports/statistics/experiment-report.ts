/** What an experiment has shown so far. */

/** What may come of a visitor. */
export const conversions = ['finished', 'sign_up', 'purchase'] as const;
export type Conversion = (typeof conversions)[number];

export interface ExperimentReport {
  readonly name: string;
  readonly variants: readonly VariantShare[];
  /** Whether visitors are spread over the variants as the weights say. */
  readonly sampleRatio: { readonly p: number; readonly mismatch: boolean };
  readonly conversions: readonly ConversionReport[];
}

export interface VariantShare {
  readonly name: string;
  /** Visitors (browsers) whose visit came to a place where the variant makes a difference. */
  readonly visitors: number;
  /** As the weights of the versions they visited say. */
  readonly expected: number;
}

export interface ConversionReport {
  readonly conversion: Conversion;
  /** In the order of the funnel; the first is what the others are compared with. */
  readonly variants: readonly VariantResult[];
  /**
   * `too_small`: not enough visitors to tell; `difference`: a variant differs from the first one; `no_difference`: with
   * so many visitors, one that is worth it would most likely have been seen.
   */
  readonly verdict: 'too_small' | 'difference' | 'no_difference';
  /** Visitors for each variant that it takes to tell; null where nobody has converted yet. */
  readonly neededVisitors: number | null;
}

export interface VariantResult {
  readonly name: string;
  readonly visitors: number;
  readonly converted: number;
  readonly rate: number;
  /** Where the rate lies with 95 %. */
  readonly interval: readonly [low: number, high: number];
  /** That it has the highest rate of all. */
  readonly probabilityBest: number;
  /** Against the first variant, after correction for several; null for the first one and without visitors. */
  readonly p: number | null;
}

/** What is known of one variant. */
export interface VariantCount {
  readonly name: string;
  readonly visitors: number;
  readonly expected: number;
  readonly converted: Readonly<Record<Conversion, number>>;
}
