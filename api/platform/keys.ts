import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

/** One key for each purpose, so that what is made for one is worth nothing for another. */
export interface Keys {
  /** Signs access tokens. */
  readonly accessToken: KeyObject;
  /** Seals refresh tokens. */
  readonly refreshToken: KeyObject;
  /** Makes the tokens in the links of emails. */
  readonly oneTimeToken: KeyObject;
  /** Signs the addresses of audio. */
  readonly audioAddress: KeyObject;
  /** Hides which visit a lead is of. */
  readonly leadVisit: KeyObject;
}

/** Never changes, also when the brand does: other keys would log all users out and break the links of sent emails. */
const keyNamespace = 'still-waters';

/** Derives the keys (HKDF with SHA-256, 256 bits each) from the server's secret, which has at least 32 characters. */
export function createKeys(secret: string): Keys {
  const derive = (purpose: string): KeyObject =>
    createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `${keyNamespace}/${purpose}`, 32)));
  return {
    accessToken: derive('access-token'),
    refreshToken: derive('refresh-token'),
    oneTimeToken: derive('one-time-token'),
    audioAddress: derive('audio-address'),
    leadVisit: derive('lead-visit'),
  };
}
