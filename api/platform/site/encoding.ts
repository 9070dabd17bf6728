import Negotiator from 'negotiator';

/** What a file can be sent as, smallest first. */
export const encodings = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof encodings)[number];

/** Browsers send a handful of different headers. Strangers may send any number, so only so many are remembered. */
const mostRemembered = 500;
const remembered = new Map<string, readonly Encoding[]>();

/**
 * The encodings that an `Accept-Encoding` header takes, best first: by the client's q-values, and among equals the
 * smallest. Ends in `identity`, which is sent to a client that takes nothing we have.
 */
export function rankEncodings(header = ''): readonly Encoding[] {
  const known = remembered.get(header);
  if (known) return known;
  const accepted = new Negotiator({ headers: { 'accept-encoding': header } }).encodings(encodings, {
    preferred: encodings,
  });
  const ranked = accepted.includes('identity') ? accepted : [...accepted, 'identity' as const];
  if (remembered.size < mostRemembered) remembered.set(header, ranked);
  return ranked;
}
