/** Leaves the site; Back leads here again. */
export function leaveFor(url: string): void {
  location.assign(url);
}
