/** SQL for whether a visit started on one of the days from `:from` to `:to`, in UTC; null is no bound. */
export function isInPeriod(visits: string): string {
  return `${visits}.started_at >= coalesce(:from::date::timestamp AT TIME ZONE 'UTC', '-infinity')
      AND ${visits}.started_at < coalesce((:to::date + 1)::timestamp AT TIME ZONE 'UTC', 'infinity')`;
}
