/** The value below which this share of the samples lies; `share` from 0 to 1. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Prints what was demanded and what was found, and makes the process fail where they differ. */
export function demand(sentence: string, holds: boolean, figure: string): void {
  console.log(`${holds ? 'holds ' : 'FAILS '} ${sentence}: ${figure}`);
  if (!holds) process.exitCode = 1;
}
