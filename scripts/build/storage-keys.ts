import { cabinetKeys } from '../../web/pages/cabinet/cabinet-keys.ts';
import { consentKey, keys, ledgerKeys } from '../../web/storage.ts';

/** Every name of one entry that the site has in the browser's storage; those of many entries contain a colon. */
export const siteStorageKeys: readonly string[] = [keys, ledgerKeys, cabinetKeys, { consentKey }].flatMap((each) =>
  Object.values(each),
);
