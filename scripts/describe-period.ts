/** A period as a heading says it: `from 2026-11-01 to 2026-11-30`, `of all time`. Null: no bound. */
export function describePeriod({ from, to }: { readonly from: string | null; readonly to: string | null }): string {
  if (from === null && to === null) return 'of all time';
  return [from && `from ${from}`, to && `to ${to}`].filter(Boolean).join(' ');
}
