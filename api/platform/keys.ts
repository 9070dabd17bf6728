import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

/** The keys for one purpose, one for each of the server's secrets: the first signs, and all verify. */
export type KeyRing = readonly [KeyObject, ...KeyObject[]];

/** Keys for each purpose, so that what is made for one is worth nothing for another. */
export interface Keys {
  /** Sign access tokens. */
  readonly accessToken: KeyRing;
  /** Seal refresh tokens. */
  readonly refreshToken: KeyRing;
  /** Make the tokens in the links of emails. */
  readonly oneTimeToken: KeyRing;
  /** Sign the addresses of audio. */
  readonly audioAddress: KeyRing;
  /** Hide which visit a lead is of. */
  readonly leadVisit: KeyRing;
}

/** Never changes, also when the brand does: other keys would log all users out and break the links of sent emails. */
const keyNamespace = 'still-waters';

/** Derives the keys (HKDF with SHA-256, 256 bits each) from the server's secrets, which have at least 32 characters each. */
export function createKeys(first: string, ...others: readonly string[]): Keys {
  const derive = (purpose: string): KeyRing => {
    const keyOf = (secret: string): KeyObject =>
      createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `${keyNamespace}/${purpose}`, 32)));
    return [keyOf(first), ...others.map(keyOf)];
  };
  return {
    accessToken: derive('access-token'),
    refreshToken: derive('refresh-token'),
    oneTimeToken: derive('one-time-token'),
    audioAddress: derive('audio-address'),
    leadVisit: derive('lead-visit'),
  };
}
